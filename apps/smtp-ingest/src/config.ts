import { readFileSync } from 'node:fs';
import { readNetworks, type Network } from '@mailroom/network';
import { readDnsServers, readHostname, readNumber, type Complain, type Environment } from '@mailroom/runtime';
import { problemOfKeyPair, type CertificateFiles, type KeyPair } from '@mailroom/smtp';

export type SmtpIngestConfig = {
  readonly host: string;
  readonly port: number;
  /** The name in the greeting, in `Received` and in `Authentication-Results`. */
  readonly hostname: string;
  readonly maxMessageBytes: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerClient: number;
  readonly maxConnectionsPerNetwork: number;
  /** Networks of balancers whose connections begin with a header of the PROXY protocol. */
  readonly proxyProtocolFrom: readonly Network[];
  /** What the files contain at the start. Null: a certificate is made for this run. */
  readonly tls: (KeyPair & CertificateFiles) | null;
  /** Name servers, as `address` or `address:port`; the system's where it is empty. */
  readonly dnsServers: readonly string[];
  readonly parserWorkers: number;
};

/** Reads the SMTP variables; `complain` receives a line for each bad one. */
export function loadSmtpIngestConfig(env: Environment, complain: Complain): SmtpIngestConfig {
  const number = (name: string, otherwise: number, min: number, max: number) =>
    readNumber(env, name, { min, max, otherwise }, complain);
  return {
    host: env.MAILROOM_SMTP_HOST || '127.0.0.1',
    port: number('MAILROOM_SMTP_PORT', 2525, 0, 65_535),
    hostname: readHostname(env, complain),
    maxMessageBytes: number('SMTP_MAX_MESSAGE_BYTES', 36 * 1024 * 1024, 1_024, 512 * 1024 * 1024),
    maxConnections: number('SMTP_MAX_CONNECTIONS', 1_000, 1, 100_000),
    maxConnectionsPerClient: number('SMTP_MAX_CONNECTIONS_PER_CLIENT', 100, 1, 100_000),
    maxConnectionsPerNetwork: number('SMTP_MAX_CONNECTIONS_PER_NETWORK', 200, 1, 100_000),
    proxyProtocolFrom: readNetworks(env, 'SMTP_PROXY_PROTOCOL_FROM', complain),
    tls: loadTls(env, complain),
    dnsServers: readDnsServers(env, complain),
    parserWorkers: number('PARSER_WORKERS', 2, 1, 64),
  };
}

function loadTls(env: Environment, complain: Complain): SmtpIngestConfig['tls'] {
  const { SMTP_TLS_KEY_FILE: keyFile, SMTP_TLS_CERT_FILE: certFile } = env;
  if (!keyFile && !certFile) return null;
  if (!keyFile || !certFile) {
    complain('SMTP_TLS_KEY_FILE and SMTP_TLS_CERT_FILE must be set together.');
    return null;
  }
  const names = 'SMTP_TLS_KEY_FILE and SMTP_TLS_CERT_FILE';
  try {
    const pair = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
    const problem = problemOfKeyPair(pair);
    if (problem !== null) complain(`${names} must hold a key without a passphrase and its certificate: ${problem}.`);
    return { keyFile, certFile, ...pair };
  } catch (error) {
    complain(`The files of ${names} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
    return null;
  }
}
