import { afterEach, describe, expect, it } from '@jest/globals';
import { createLog } from '@mailroom/observability';
import { RelayTransport } from '../src/relay.transport.js';
import { defaultTimeLimits } from '../src/next-hop.js';
import { afterDirect, cleanUp, exchangers, mx, send, statuses } from './direct-fixture.js';
import { startHop, type NextHopScript } from './next-hop.js';

afterEach(afterDirect);

const content = Buffer.from('Subject: hi\r\n\r\ntext\r\n');
const recipients = ['a@x.test', 'b@x.test'].map((address, position) => {
  return { position, address, returnPath: `bounce+${position}@mailroom.test` };
});
const NEEDS_TLS = '530 5.7.0 Must issue a STARTTLS command first';

async function relayWith(script: NextHopScript, credentials = '') {
  const hop = await startHop(script);
  const lines: { level: string; msg: string; reply?: string }[] = [];
  const log = createLog('info', 'test', { write: (line) => void lines.push(JSON.parse(line)) });
  const url = `smtp://${credentials}127.0.0.1:${hop.port}`;
  const transport = new RelayTransport(url, 'mail.mailroom.test', defaultTimeLimits, log);
  cleanUp.push(
    () => hop.close(),
    () => transport.close(),
  );
  const deliver = () => transport.deliver({ sender: 'agent@mailroom.test', recipients }, content, async () => {});
  return { hop, lines, deliver };
}

const at = (step: string, answer: string) => (asked: string) => (asked === step ? answer : undefined);

describe('a relay that does not admit us', () => {
  it.each<[string, NextHopScript, string]>([
    [NEEDS_TLS, { at: at('MAIL', NEEDS_TLS) }, ''],
    ['530 5.7.1 Authentication required', { at: at('RCPT a@x.test', '530 5.7.1 Authentication required') }, ''],
    [NEEDS_TLS, { at: at('MAIL', NEEDS_TLS), extensions: ['PIPELINING'] }, ''],
    ['554 5.7.1 Who are you', { at: at('connect', '554 5.7.1 Who are you') }, ''],
    ['535 5.7.8 No', { at: at('AUTH', '535 5.7.8 No'), extensions: ['AUTH PLAIN'] }, 'user:secret@'],
  ])('(%s) loses no mail, and is told of once', async (reply, script, credentials) => {
    const { hop, lines, deliver } = await relayWith(script, credentials);
    for (const _ of [1, 2]) {
      const outcomes = await deliver();
      expect(outcomes.map(({ position, status }) => [position, status])).toEqual([
        [0, 'retry'],
        [1, 'retry'],
      ]);
      expect(outcomes[0]?.smtpReply).toBe(reply);
    }
    // Each attempt asks once, whoever else the message is for.
    expect(hop.connections).toBe(2);
    // The words of a reply may quote anything, and have no place in the log.
    const code = reply.replace(/ \D+$/, ' …');
    expect(lines).toMatchObject([{ level: 'error', reply: code, msg: expect.stringContaining('OUTBOUND_RELAY_URL') }]);
    hop.script = { ...script, at: () => undefined };
    expect(statuses(await deliver())).toEqual(['sent', 'sent']);
    expect(lines[1]).toMatchObject({ level: 'info', msg: 'the relay admits us again' });
  });

  it('for now is nothing for the operator', async () => {
    const { lines, deliver } = await relayWith({ at: at('connect', '421 4.3.2 later') });
    expect(statuses(await deliver())).toEqual(['retry', 'retry']);
    expect(lines).toEqual([]);
  });
});

describe('a mail exchanger that asks for more than we have', () => {
  const records = { 'x.test': { MX: mx(['one.x.test', 10]) }, 'one.x.test': { A: ['127.0.0.2'] } };

  it('refuses for good: nobody will ever have a password for it', async () => {
    const { port } = await exchangers({ at: at('MAIL', '530 5.7.0 Authentication required') });
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['failed']);
  });

  it('refuses for now where it offers TLS that does not work today', async () => {
    const starttls = (step: string) => (step === 'STAR' ? '454 4.7.0 TLS is out of order' : undefined);
    const { port } = await exchangers({
      extensions: ['STARTTLS'],
      at: (step) => starttls(step) ?? at('MAIL', NEEDS_TLS)(step),
    });
    const [outcome] = await send(records, port, 'a@x.test');
    expect(outcome).toMatchObject({ status: 'retry', smtpReply: NEEDS_TLS });
  });
});
