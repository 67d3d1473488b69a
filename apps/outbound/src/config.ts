export type OutboundConfig = {
  /** `capture` keeps mail for inspection, `relay` hands it to one smarthost, `direct` to each domain's own exchangers. */
  readonly mode: 'capture' | 'relay' | 'direct';
  readonly relayUrl: string | undefined;
  readonly dnsServers: readonly string[];
  /** Our name in EHLO. */
  readonly hostname: string;
  readonly concurrency: number;
};

const modes = ['capture', 'relay', 'direct'] as const;
const DEFAULT_CONCURRENCY = 10;

/** Reads the outbound variables; `complain` gets one line for each that is bad. */
export function loadOutboundConfig(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
): OutboundConfig {
  const text = env.OUTBOUND_MODE || 'capture';
  const mode = modes.find((candidate) => candidate === text);
  if (!mode) complain(`OUTBOUND_MODE must be one of ${modes.join(', ')}, not "${text}".`);
  const relayUrl = env.OUTBOUND_RELAY_URL || undefined;
  if (mode === 'relay' && relayUrl === undefined) complain('OUTBOUND_RELAY_URL is missing: OUTBOUND_MODE is relay.');
  if (relayUrl !== undefined && !(URL.canParse(relayUrl) && /^smtps?:$/.test(new URL(relayUrl).protocol))) {
    complain('OUTBOUND_RELAY_URL must be an smtp:// or smtps:// URL.');
  }
  return {
    mode: mode ?? 'capture',
    relayUrl,
    dnsServers: (env.DNS_SERVERS ?? '').split(',').filter((server) => server !== ''),
    hostname: env.MAILROOM_HOSTNAME || 'localhost',
    concurrency: DEFAULT_CONCURRENCY,
  };
}
