import { isIP } from 'node:net';

/** An IP network; a single address is a network of full length. */
export type Network = { readonly address: string; readonly prefix: number };

/** The networks that a variable lists, such as `10.0.0.0/8,fd00::/8`; none where it is not set. */
export function readNetworks(
  env: Readonly<Record<string, string | undefined>>,
  name: 'TRUSTED_PROXIES' | 'SMTP_PROXY_PROTOCOL_FROM' | 'HTTP_PROXY_PROTOCOL_FROM',
  complain: (problem: string) => void,
): Network[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return texts.flatMap((text) => {
    if (text === '') return [];
    const network = parseNetwork(text);
    if (network === null) complain(`${name} must list networks such as 10.0.0.0/8, not "${text}".`);
    return network ?? [];
  });
}

function parseNetwork(text: string): Network | null {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  const widest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? widest : Number(bits);
  return family === 0 || prefix > widest ? null : { address, prefix };
}
