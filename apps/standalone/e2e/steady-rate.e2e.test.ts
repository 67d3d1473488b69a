import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

/** The first floods are slow, because V8 still compiles. */
const FLOODS = 3;
const FLOOD = 1_000;
/** Steady mail comes at nearly the rate at which webhooks told of the last flood: there, whoever waits waits for long. */
const SHARE = 0.95;
const STEADY_SECONDS = 10;
/**
 * Webhooks take a tenth of a second at that rate. Where parsing began anew with few messages after each pause of acceptance,
 * they took two to three.
 */
const MOST_MS = 800;

let mailroom: Mailroom;
let hook: HookReceiver;
const told = new Map<string, number>();
beforeAll(async () => {
  mailroom = await startOwnMailroom();
  hook = await startHookReceiver(({ body }) => {
    const { data } = JSON.parse(body) as { data: { email: { subject: string } } };
    told.set(data.email.subject, performance.now());
    return 204;
  });
});
afterAll(async () => {
  hook.close();
  await mailroom.close();
});

/** Sends messages on five connections, paced if a rate is given; returns the milliseconds from each `250` to its webhook. */
async function send(name: string, address: string, count: number, perSecond = Infinity): Promise<number[]> {
  const { smtpPort } = mailroom;
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, pool: true, ignoreTLS: true });
  const accepted = new Map<string, number>();
  const begun = performance.now();
  const subjects = Array.from({ length: count }, (_, number) => `${name} ${number}`);
  const sending = subjects.map(async (subject, number) => {
    await sleep(Math.max(0, begun + (number / perSecond) * 1_000 - performance.now()));
    await transport.sendMail({ from: 'a@example.org', to: address, subject, text: 'steady' });
    accepted.set(subject, performance.now());
  });
  await Promise.all(sending);
  await until(() => subjects.every((subject) => told.has(subject)));
  transport.close();
  return subjects.map((subject) => (told.get(subject) ?? Infinity) - (accepted.get(subject) ?? 0));
}

it('webhooks come soon after mail that comes at nearly the rate of a flood', async () => {
  const { api, address } = await mailroom.mailbox();
  await api.data('POST', '/webhooks', { url: `${hook.origin}/hook` });
  let perSecond = 0;
  for (let flood = 0; flood < FLOODS; flood += 1) {
    const begun = performance.now();
    await send(`flood ${flood}`, address, FLOOD);
    perSecond = FLOOD / ((performance.now() - begun) / 1_000);
  }
  const steady = await send('steady', address, Math.ceil(perSecond * SHARE * STEADY_SECONDS), perSecond * SHARE);
  const median = steady.sort((a, b) => a - b)[steady.length >> 1] ?? Infinity;
  expect(median).toBeLessThan(MOST_MS);
}, 120_000);
