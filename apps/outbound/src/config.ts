import { readAllowPrivate, type AllowPrivate } from '@mailroom/egress';
import { readDnsServers, readHostname, type Complain, type Environment } from '@mailroom/runtime';

export type OutboundConfig = {
  /** `capture` keeps mail for inspection, `relay` hands it to one smarthost, `direct` to each domain's own exchangers. */
  readonly mode: 'capture' | 'relay' | 'direct';
  readonly relayUrl: string | undefined;
  readonly dnsServers: readonly string[];
  /** The private addresses to which direct mail may go. */
  readonly allowPrivate: AllowPrivate;
  /** Our name in EHLO. */
  readonly hostname: string;
  /** Whether outgoing mail is signed with DKIM; false if the relay signs. */
  readonly sign: boolean;
  readonly concurrency: number;
};

const modes = ['capture', 'relay', 'direct'] as const;
/** As many as Postfix has to one destination. */
const DEFAULT_CONCURRENCY = 20;

/** Reads the outbound variables; `complain` gets one line for each that is wrong. */
export function loadOutboundConfig(env: Environment, complain: Complain): OutboundConfig {
  const text = env.OUTBOUND_MODE || 'capture';
  const mode = modes.find((candidate) => candidate === text);
  if (!mode) complain(`OUTBOUND_MODE must be one of ${modes.join(', ')}, not "${text}".`);
  const relayUrl = env.OUTBOUND_RELAY_URL || undefined;
  if (mode === 'relay' && relayUrl === undefined) complain('OUTBOUND_RELAY_URL is missing: OUTBOUND_MODE is relay.');
  const relayProblem = relayUrl === undefined ? null : problemOfRelay(relayUrl);
  if (relayProblem !== null) complain(`OUTBOUND_RELAY_URL ${relayProblem}.`);
  const dkim = env.OUTBOUND_DKIM || 'on';
  if (dkim !== 'on' && dkim !== 'off') complain(`OUTBOUND_DKIM must be on or off, not "${dkim}".`);
  return {
    mode: mode ?? 'capture',
    relayUrl,
    dnsServers: readDnsServers(env, complain),
    allowPrivate: readAllowPrivate(env, 'OUTBOUND_ALLOW_PRIVATE', 'none', complain),
    hostname: readHostname(env, complain),
    sign: dkim !== 'off',
    concurrency: DEFAULT_CONCURRENCY,
  };
}

/** Says what is wrong with the URL without repeating the password. */
function problemOfRelay(text: string): string | null {
  if (!URL.canParse(text)) return 'must be an smtp:// or smtps:// URL';
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  if (!/^smtps?:$/.test(protocol)) return 'must be an smtp:// or smtps:// URL';
  if (hostname === '' || port === '0') return 'must name a host, and a port from 1 to 65535 if any';
  if (!/^\/?$/.test(pathname)) return 'must end after its host and port';
  if ((username === '') !== (password === '')) return 'must have both a user and a password, or neither';
  try {
    decodeURIComponent(username + password);
    return null;
  } catch {
    return 'must have a % in its user or password written as %25';
  }
}
