/** The whole system at work, in either form. */
export type Installation = {
  /** Where clients reach the API, whichever process answers. */
  readonly baseUrl: string;
  /** Each process that serves the API, past the balancer. */
  readonly apiUrls: readonly string[];
  /** Where mail comes in, on 127.0.0.1. */
  readonly smtpPort: number;
  /** Of each process that takes mail in, past the balancer. */
  readonly smtpPorts: readonly number[];
  readonly managerToken: string;
  readonly managerTokenFile: string;
  close(): Promise<void>;
};
