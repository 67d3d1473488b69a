/** The whole system at work, in either form. */
export type Installation = {
  /** The address at which clients reach the API, whichever process answers. */
  readonly baseUrl: string;
  /** Each process that serves the API, past the balancer. */
  readonly apiUrls: readonly string[];
  /** The port on 127.0.0.1 at which mail comes in. */
  readonly smtpPort: number;
  /** The port of each process that takes mail in, past the balancer. */
  readonly smtpPorts: readonly number[];
  readonly managerToken: string;
  readonly managerTokenFile: string;
  close(): Promise<void>;
};
