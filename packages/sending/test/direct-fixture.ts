import type { AllowPrivate } from '@mailroom/egress';
import { startFakeDns, type FakeDnsEntry } from '@mailroom/testing';
import { DirectTransport } from '../src/direct.transport.js';
import { defaultTimeLimits } from '../src/next-hop.js';
import { startHop, type NextHopScript, type ScriptedHop } from './next-hop.js';

const content = Buffer.from('Subject: hi\r\n\r\ntext\r\n');

/** What ends with a test. */
export const cleanUp: (() => Promise<void>)[] = [];

export async function afterDirect(): Promise<void> {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
}

/** Starts exchangers on their own addresses but on one port, since direct mail knows only port 25. */
export async function exchangers(...scripts: NextHopScript[]): Promise<{ hops: ScriptedHop[]; port: number }> {
  const hops: ScriptedHop[] = [];
  for (const [index, script] of scripts.entries()) {
    const hop = await startHop(script, `127.0.0.${index + 2}`, hops[0]?.port ?? 0);
    hops.push(hop);
    cleanUp.push(() => hop.close());
  }
  return { hops, port: hops[0]?.port ?? 0 };
}

export const send = (records: Record<string, FakeDnsEntry>, port: number, ...addresses: string[]) =>
  sendAllowing('loopback', records, port, ...addresses);

export async function sendAllowing(
  allowPrivate: AllowPrivate,
  records: Record<string, FakeDnsEntry>,
  port: number,
  ...addresses: string[]
) {
  const dns = await startFakeDns(records);
  const limits = { ...defaultTimeLimits, connectMs: 500 };
  const dnsServers = [dns.address];
  const options = { name: 'mail.mailroom.test', dnsServers, port, limits, dnsTimeoutMs: 200, allowPrivate };
  const transport = new DirectTransport(options);
  cleanUp.push(
    () => dns.close(),
    () => transport.close(),
  );
  const returnPath = (position: number) => `bounce+${position}@mailroom.test`;
  const recipients = addresses.map((address, position) => ({ position, address, returnPath: returnPath(position) }));
  const outcomes = await transport.deliver({ sender: 'agent@mailroom.test', recipients }, content, async () => {});
  return outcomes.toSorted((a, b) => a.position - b.position);
}

export const statuses = (outcomes: { status: string }[]) => outcomes.map(({ status }) => status);
export const mx = (...exchange: [string, number][]) =>
  exchange.map(([name, priority]) => ({ exchange: name, priority }));
