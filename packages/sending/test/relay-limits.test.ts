import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import type { TransportOutcome } from '../src/mail-transport.js';
import { defaultTimeLimits, type TimeLimits } from '../src/next-hop.js';
import { RelayTransport } from '../src/relay.transport.js';
import { startHop, type NextHopScript, type ScriptedHop } from './next-hop.js';

const content = Buffer.from('Subject: hi\r\n\r\ntext\r\n');
const envelope = (...addresses: string[]) => ({
  sender: 'agent@mailroom.test',
  recipients: addresses.map((address, position) => ({ position, address })),
});
const both = envelope('a@x.test', 'b@x.test');

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
  cleanUp = [];
});

async function relayTo(script: NextHopScript, limits: Partial<TimeLimits> = {}, credentials = '') {
  const hop = await startHop(script);
  const url = `smtp://${credentials}127.0.0.1:${hop.port}`;
  const transport = new RelayTransport(url, 'mail.mailroom.test', { ...defaultTimeLimits, ...limits });
  cleanUp.push(
    () => hop.close(),
    () => transport.close(),
  );
  return { hop, transport };
}

const noMark = async () => {};
const at = (step: string, answer: string) => (asked: string) => (asked === step ? answer : undefined);
const statuses = (outcomes: TransportOutcome[]) => outcomes.map(({ status }) => status);
const saw = (hop: ScriptedHop, verb: string) => hop.commands.some((line) => line.startsWith(verb));

describe('a relay that never answers', () => {
  it.each(['connect', 'EHLO', 'MAIL', 'RCPT b@x.test', 'DATA'])('%s is given up, and tried again', async (step) => {
    const { transport } = await relayTo({ at: at(step, 'hang') }, { connectMs: 300, silenceMs: 300 });
    const outcomes = await transport.deliver(both, content, noMark);
    expect(statuses(outcomes)).toEqual(['retry', 'retry']);
    const isEarly = ['connect', 'EHLO'].includes(step);
    const words = isEarly ? 'not ready for a message within 0.3 seconds' : 'silent for too long';
    expect(outcomes[0]?.smtpReply).toBe(`The next hop was ${words}.`);
  });

  it('AUTH is given up, and tried again', async () => {
    const script = { at: at('AUTH', 'hang'), extensions: ['AUTH PLAIN'] };
    const { hop, transport } = await relayTo(script, { connectMs: 300 }, 'user:secret@');
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['retry', 'retry']);
    expect(saw(hop, 'AUTH')).toBe(true);
  });

  it('the final dot leaves the outcome unknown', async () => {
    const { transport } = await relayTo({ at: at('.', 'hang') }, { silenceMs: 300 });
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['unknown', 'unknown']);
  });

  it('is left when the delivery takes too long in all, before the dot and after it', async () => {
    const before = await relayTo({ at: at('DATA', 'hang') }, { deliveryMs: 300 });
    const late = await before.transport.deliver(both, content, noMark);
    expect(statuses(late)).toEqual(['retry', 'retry']);
    expect(late[0]?.smtpReply).toBe('The delivery took more than 0.3 seconds.');
    const after = await relayTo({ at: at('.', 'hang') }, { deliveryMs: 1_500, stopMs: 50 });
    expect(statuses(await after.transport.deliver(both, content, noMark))).toEqual(['unknown', 'unknown']);
  });

  it('holds nobody up who closes: the message stays unsent before the dot, and is awaited a little after it', async () => {
    const { hop, transport } = await relayTo({ at: at('RCPT a@x.test', 'hang') });
    const hanging = transport.deliver(both, content, noMark);
    await until(() => saw(hop, 'RCPT'));
    await transport.close();
    const stopped = { status: 'retry', smtpReply: 'The server stopped in the middle of the delivery.' };
    expect(await hanging).toMatchObject([stopped, stopped]);
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['retry', 'retry']);

    const dotted = await relayTo({ at: at('.', 'hang') }, { stopMs: 50 });
    const waiting = dotted.transport.deliver(both, content, noMark);
    await until(() => dotted.hop.dots === 1);
    await dotted.transport.close();
    expect(statuses(await waiting)).toEqual(['unknown', 'unknown']);
  });
});

describe('a relay', () => {
  it('whose yes comes while we close is told goodbye, and not kept for a next message', async () => {
    let closing: Promise<void> | undefined;
    const { hop, transport } = await relayTo({
      at: (step) => {
        if (step === '.') closing = transport.close();
        return undefined;
      },
    });
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['sent', 'sent']);
    await closing;
    await until(() => saw(hop, 'QUIT'), { timeoutMs: 5_000 });
  });

  it('that drops the connection in AUTH is tried again', async () => {
    const { transport } = await relayTo({ at: at('AUTH', 'drop'), extensions: ['AUTH PLAIN'] }, {}, 'user:secret@');
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['retry', 'retry']);
  });

  it('whose STARTTLS is refused or broken never sees the password', async () => {
    for (const answer of ['454 4.7.0 not now', '220 go on']) {
      const script = { at: at('STAR', answer), extensions: ['STARTTLS', 'AUTH PLAIN LOGIN'] };
      const { hop, transport } = await relayTo(script, { connectMs: 1_000 }, 'user:secret@');
      expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['retry', 'retry']);
      expect(saw(hop, 'STARTTLS')).toBe(true);
      expect(saw(hop, 'AUTH')).toBe(false);
    }
  });

  it('whose STARTTLS is refused gets the message in the clear where there is no password', async () => {
    const { hop, transport } = await relayTo({ at: at('STAR', '454 4.7.0 not now'), extensions: ['STARTTLS'] });
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['sent', 'sent']);
    expect(hop.messages).toHaveLength(1);
  });

  it('that refuses with words about TLS is not asked again in the clear', async () => {
    const { hop, transport } = await relayTo({ at: at('connect', '554 5.7.0 TLS certificate required') });
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['retry', 'retry']);
    expect(hop.connections).toBe(1);
  });

  it('with PIPELINING that refuses the sender for now has not refused the recipients for good', async () => {
    const { transport } = await relayTo({
      at: (step) =>
        step === 'MAIL' ? '451 4.1.8 later' : /^RCPT|^DATA/.test(step) ? '503 5.5.1 no sender' : undefined,
      extensions: ['PIPELINING'],
    });
    const outcomes = await transport.deliver(both, content, noMark);
    expect(statuses(outcomes)).toEqual(['retry', 'retry']);
    expect(outcomes[0]?.smtpReply).toContain('4.1.8');
  });

  it.each([
    ['451 4.7.1 later', 'retry'],
    ['drop', 'unknown'],
    [undefined, 'sent'],
  ])('that refused one recipient keeps to that, whatever its answer to the dot is (%s)', async (answer, status) => {
    const { transport } = await relayTo({
      at: (step) => (step === 'RCPT a@x.test' ? '550 5.1.1 no' : step === '.' ? answer : undefined),
    });
    const marks: number[][] = [];
    const outcomes = await transport.deliver(both, content, async (positions) => void marks.push([...positions]));
    expect(statuses(outcomes)).toEqual(['failed', status]);
    expect(outcomes[0]?.smtpReply).toBe('550 5.1.1 no');
    expect(marks).toEqual([[1]]);
  });

  it('that refuses in mid-DATA gets no more of the message, and never its end', async () => {
    let marked = false;
    const { hop, transport } = await relayTo({ at: at('DATA', '354 go on\r\n552 5.3.4 too big') });
    const outcomes = await transport.deliver(both, Buffer.alloc(5_000_000, 'text\r\n'), async () => {
      marked = true;
    });
    expect(statuses(outcomes)).toEqual(['failed', 'failed']);
    expect(outcomes[0]?.smtpReply).toContain('552 5.3.4');
    expect(marked).toBe(false);
    expect(hop.messages).toEqual([]);
  });

  it('that says yes before the end of the message has taken nothing', async () => {
    const { hop, transport } = await relayTo({ at: at('DATA', '354 go on\r\n250 2.0.0 thanks') });
    const large = Buffer.alloc(5_000_000, 'text\r\n');
    expect(statuses(await transport.deliver(both, large, noMark))).toEqual(['retry', 'retry']);
    expect(hop.messages).toEqual([]);
  });

  it('keeps its connection for the next message, and is connected to again at once when it had given that up', async () => {
    const { hop, transport } = await relayTo({});
    await transport.deliver(both, content, noMark);
    await transport.deliver(both, content, noMark);
    expect(hop.connections).toBe(1);
    let times = 0;
    hop.script = { at: (step) => (step === 'MAIL' && (times += 1) === 1 ? '421 4.4.2 idle for too long' : undefined) };
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['sent', 'sent']);
    hop.script = { at: (step) => (step === 'MAIL' && (times += 1) === 3 ? 'drop' : undefined) };
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['sent', 'sent']);
    expect(hop.connections).toBe(3);
    expect(hop.messages).toHaveLength(4);
  });

  it('is left after a hundred messages over one connection', async () => {
    const { hop, transport } = await relayTo({});
    for (let count = 0; count < 101; count += 1) await transport.deliver(both, content, noMark);
    expect(hop.messages).toHaveLength(101);
    expect(hop.connections).toBe(2);
  });

  it('that greylists over a kept connection is not asked again at once', async () => {
    const { hop, transport } = await relayTo({});
    await transport.deliver(both, content, noMark);
    hop.script = { at: at('.', '451 4.7.1 greylisted') };
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['retry', 'retry']);
    expect(hop.connections).toBe(1);
    expect(hop.dots).toBe(2);
  });
});

describe('a relay and mail beyond ASCII', () => {
  const international = envelope('jürgen@x.test');
  const utf8Header = Buffer.from('To: jürgen@x.test\r\n\r\ntext\r\n');
  const eightBit = Buffer.from('Subject: hi\r\n\r\ntäxt\r\n');

  it('is told of both where it can take both', async () => {
    const { hop, transport } = await relayTo({ extensions: ['8BITMIME', 'SMTPUTF8'] });
    expect(statuses(await transport.deliver(international, utf8Header, noMark))).toEqual(['sent']);
    expect(hop.commands.find((line) => line.startsWith('MAIL'))).toMatch(/ SMTPUTF8 BODY=8BITMIME$/);
    expect(statuses(await transport.deliver(both, eightBit, noMark))).toEqual(['sent', 'sent']);
    expect(hop.commands.findLast((line) => line.startsWith('MAIL'))).toMatch(/> BODY=8BITMIME$/);
    expect(Buffer.from(hop.messages[1]?.content ?? '', 'latin1')).toEqual(eightBit);
  });

  it.each([
    ['an address in the envelope', international, content, '550 5.6.7'],
    ['an address in the header', both, utf8Header, '550 5.6.7'],
  ])('is not sent %s without SMTPUTF8', async (_, addressed, message, reply) => {
    const { hop, transport } = await relayTo({ extensions: ['8BITMIME'] });
    const outcomes = await transport.deliver(addressed, message, noMark);
    expect(new Set(statuses(outcomes))).toEqual(new Set(['failed']));
    expect(outcomes[0]?.smtpReply).toContain(reply);
    expect(saw(hop, 'MAIL')).toBe(false);
  });

  it('is not sent 8-bit content without 8BITMIME, and plain mail all the same', async () => {
    const { hop, transport } = await relayTo({ extensions: [] });
    const outcomes = await transport.deliver(both, eightBit, noMark);
    expect(statuses(outcomes)).toEqual(['failed', 'failed']);
    expect(outcomes[0]?.smtpReply).toContain('554 5.6.3');
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['sent', 'sent']);
    expect(hop.messages).toHaveLength(1);
  });

  it('is kept where it has refused a message', async () => {
    const { hop, transport } = await relayTo({ at: at('.', '554 5.7.1 spam') });
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['failed', 'failed']);
    hop.script = {};
    expect(statuses(await transport.deliver(both, content, noMark))).toEqual(['sent', 'sent']);
    expect(hop.connections).toBe(1);
  });
});
