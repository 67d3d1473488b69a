/** The whole system at work, in either form, on a database of its own. */
export type Installation = {
  readonly databaseUrl: string;
  /** The address at which clients reach the API, whichever process answers. */
  readonly baseUrl: string;
  /** Each process that serves the API, past the balancer. */
  readonly apiUrls: readonly string[];
  /** Each process that serves the operator, past the balancer. */
  readonly adminUrls: readonly string[];
  /** The operator's token. */
  readonly operatorToken: string;
  /** Each process that serves hosted mailboxes, past the balancer. */
  readonly hostedUrls: readonly string[];
  /** Each process that serves agents with a wallet, past the balancer. */
  readonly walletUrls: readonly string[];
  /** The port on 127.0.0.1 at which mail comes in. */
  readonly smtpPort: number;
  /** The port of each process that takes mail in, past the balancer. */
  readonly smtpPorts: readonly number[];
};

/** One that whoever started it closes. */
export type OwnInstallation = Installation & {
  /** What all its processes have logged so far. */
  output(): string;
  close(): Promise<void>;
};

/** All apps in one process, or each in processes of its own. */
export type Form = 'standalone' | 'separate';

/** The operator's token of every installation that brings none; it guards nothing but tests. */
export const TEST_OPERATOR_TOKEN = 'mro_DrDdh0OjMbpWbh0A8ru3dDOUIiVinEzjNPbJ3Uw09C53BHDRa';

/** What the secrets of every installation that brings no key are sealed with. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
