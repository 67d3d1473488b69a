import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import type { TransportOutcome } from '../src/mail-transport.js';
import { defaultTimeLimits, type TimeLimits } from '../src/next-hop.js';
import { RelayTransport } from '../src/relay.transport.js';
import { startHop, type NextHopScript, type ScriptedHop, type Step } from './next-hop.js';

const content = Buffer.from('Subject: hi\r\n\r\ntext\r\n');
const envelope = {
  sender: 'agent@mailroom.test',
  recipients: ['a@x.test', 'b@x.test', 'c@x.test'].map((address, position) => ({ position, address })),
};

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
  cleanUp = [];
});

/** A relay that offers PIPELINING, and does what `steps` say instead of accepting. */
async function relayWith(
  steps: Readonly<Record<string, Step>> = {},
  script: NextHopScript = {},
  limits: Partial<TimeLimits> = {},
) {
  const hop = await startHop({ extensions: ['PIPELINING', '8BITMIME'], at: (step) => steps[step], ...script });
  const url = `smtp://127.0.0.1:${hop.port}`;
  const transport = new RelayTransport(url, 'mail.mailroom.test', { ...defaultTimeLimits, ...limits });
  cleanUp.push(
    () => hop.close(),
    () => transport.close(),
  );
  const marks: number[][] = [];
  const deliver = (message = content) =>
    transport.deliver(envelope, message, async (positions) => void marks.push([...positions]));
  return { hop, transport, marks, deliver };
}

const statuses = (outcomes: TransportOutcome[]) => outcomes.map(({ status }) => status);
const replies = (outcomes: TransportOutcome[]) => outcomes.map(({ smtpReply }) => smtpReply);
const saw = (hop: ScriptedHop, command: string) => hop.commands.includes(command);
const recipientsOf = (hop: ScriptedHop) => hop.messages.map(({ recipients }) => recipients);

describe('a next hop that offers PIPELINING', () => {
  it('gets the whole envelope before it has answered any of it', async () => {
    const { hop, deliver } = await relayWith({ MAIL: 'hang' }, {}, { silenceMs: 300 });
    const delivery = deliver();
    await until(() => saw(hop, 'DATA'));
    expect(hop.commands.slice(1)).toEqual([
      'MAIL FROM:<agent@mailroom.test>',
      'RCPT TO:<a@x.test>',
      'RCPT TO:<b@x.test>',
      'RCPT TO:<c@x.test>',
      'DATA',
    ]);
    expect(statuses(await delivery)).toEqual(['retry', 'retry', 'retry']);
  });

  it('is not asked that way where it does not offer it', async () => {
    const { hop, deliver } = await relayWith({ MAIL: 'hang' }, { extensions: ['8BITMIME'] }, { silenceMs: 300 });
    expect(statuses(await deliver())).toEqual(['retry', 'retry', 'retry']);
    expect(hop.commands.slice(1)).toEqual(['MAIL FROM:<agent@mailroom.test>']);
  });

  it.each([1, 3, 7])('and answers in pieces of %d is understood', async (pieces) => {
    const steps = { 'RCPT b@x.test': '550-5.1.1 nobody\r\n550 5.1.1 of that name' };
    const { hop, marks, deliver } = await relayWith(steps, { pieces });
    const outcomes = await deliver();
    expect(statuses(outcomes)).toEqual(['sent', 'failed', 'sent']);
    expect(outcomes[1]).toMatchObject({ smtpReply: '550-5.1.1 nobody\n550 5.1.1 of that name', ownReply: true });
    expect(marks).toEqual([[0, 2]]);
    expect(recipientsOf(hop)).toEqual([['a@x.test', 'c@x.test']]);
  });

  it.each([
    ['451 4.1.8 later', 'retry'],
    ['550 5.1.8 no', 'failed'],
  ])('and refuses the sender with %s decides for all, whatever it says to the rest', async (reply, status) => {
    const refused = { MAIL: reply, 'RCPT a@x.test': '503 5.5.1 no sender', DATA: '503 5.5.1 no recipients' };
    const { hop, marks, deliver } = await relayWith(refused);
    const outcomes = await deliver();
    expect(statuses(outcomes)).toEqual([status, status, status]);
    expect(new Set(replies(outcomes))).toEqual(new Set([reply]));
    expect(outcomes.some(({ ownReply }) => ownReply)).toBe(false);
    expect(marks).toEqual([]);
    expect(hop.messages).toEqual([]);
  });

  it('and asks for a message whose sender it refused is left without one', async () => {
    const { hop, marks, deliver } = await relayWith({ MAIL: '550 5.1.8 no' });
    expect(statuses(await deliver())).toEqual(['failed', 'failed', 'failed']);
    expect(saw(hop, 'DATA')).toBe(true);
    expect(marks).toEqual([]);
    expect(hop.dots).toBe(0);
  });

  const allRefused = {
    'RCPT a@x.test': '550 5.1.1 no',
    'RCPT b@x.test': '450 4.2.0 later',
    'RCPT c@x.test': '552 5.2.2 full',
  };

  it.each([['554 5.5.1 no valid recipients'], [undefined]])(
    'and refuses every recipient is believed in each of them, whatever it says to DATA (%s)',
    async (answer) => {
      const { hop, marks, deliver } = await relayWith({ ...allRefused, DATA: answer });
      const outcomes = await deliver();
      expect(statuses(outcomes)).toEqual(['failed', 'retry', 'failed']);
      expect(replies(outcomes)).toEqual(Object.values(allRefused));
      expect(outcomes.every(({ ownReply }) => ownReply)).toBe(true);
      expect(marks).toEqual([]);
      // Where it took DATA all the same, it gets the end of a message that has neither text nor recipients.
      expect(hop.messages).toEqual(answer ? [] : [{ sender: envelope.sender, recipients: [], content: '' }]);
    },
  );

  it('and ends the session in the middle of the envelope is tried again, but for whom it had refused', async () => {
    const steps = { 'RCPT a@x.test': '550 5.1.1 no', 'RCPT b@x.test': '421 4.3.2 closing', DATA: 'hang' };
    const { hop, marks, deliver } = await relayWith({ ...steps, 'RCPT c@x.test': 'hang' });
    const outcomes = await deliver();
    expect(statuses(outcomes)).toEqual(['failed', 'retry', 'retry']);
    expect(replies(outcomes)).toEqual(['550 5.1.1 no', '421 4.3.2 closing', '421 4.3.2 closing']);
    expect(marks).toEqual([]);
    expect(hop.messages).toEqual([]);
  });

  it('and ended the session over a kept connection is asked again at once over another', async () => {
    const { hop, deliver } = await relayWith();
    await deliver();
    let times = 0;
    const isFirst = (step: string) => step === 'RCPT b@x.test' && (times += 1) === 1;
    hop.script = { ...hop.script, at: (step) => (isFirst(step) ? '421 4.3.2 closing' : undefined) };
    expect(statuses(await deliver())).toEqual(['sent', 'sent', 'sent']);
    expect(hop.connections).toBe(2);
    expect(recipientsOf(hop)).toEqual(Array.from({ length: 2 }, () => ['a@x.test', 'b@x.test', 'c@x.test']));
  });

  it.each([
    ['MAIL', 'retry'],
    ['RCPT b@x.test', 'retry'],
    ['DATA', 'retry'],
    ['.', 'unknown'],
  ])('and hangs up at %s leaves the right doubt', async (step, status) => {
    const { hop, deliver } = await relayWith({ [step]: 'drop' });
    expect(new Set(statuses(await deliver()))).toEqual(new Set([status]));
    expect(hop.dots).toBe(step === '.' ? 1 : 0);
  });

  it('and says more than it was asked is not talked to over that connection any more', async () => {
    let times = 0;
    const extra = '250 2.0.0 OK queued as Q1\r\n250 2.0.0 and something else';
    const { hop, deliver } = await relayWith(
      {},
      { at: (step) => (step === '.' && (times += 1) === 1 ? extra : undefined) },
    );
    expect(statuses(await deliver())).toEqual(['sent', 'sent', 'sent']);
    expect(statuses(await deliver())).toEqual(['sent', 'sent', 'sent']);
    expect(hop.connections).toBe(2);
    expect(hop.dots).toBe(2);
  });

  it('and says yes to DATA instead of asking for the message does not get it', async () => {
    const { hop, marks, deliver } = await relayWith({ DATA: '250 OK' });
    expect(statuses(await deliver())).toEqual(['retry', 'retry', 'retry']);
    expect(marks).toEqual([]);
    expect(hop.dots).toBe(0);
  });

  it('and takes no message of that size is not sent one', async () => {
    const { hop, deliver } = await relayWith({}, { extensions: ['PIPELINING', 'SIZE 1000'] });
    const outcomes = await deliver(Buffer.from(`Subject: hi\r\n\r\n${'x'.repeat(1_000)}\r\n`));
    expect(statuses(outcomes)).toEqual(['failed', 'failed', 'failed']);
    expect(outcomes[0]?.smtpReply).toContain('552 5.3.4');
    expect(statuses(await deliver())).toEqual(['sent', 'sent', 'sent']);
    expect(hop.commands.find((line) => line.startsWith('MAIL'))).toBe(
      `MAIL FROM:<agent@mailroom.test> SIZE=${content.length}`,
    );
  });
});
