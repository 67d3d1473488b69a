import { afterEach, describe, expect, it } from '@jest/globals';
import { afterDirect, exchangers, mx, send, statuses } from './direct-fixture.js';
import type { NextHopScript, ScriptedHop } from './next-hop.js';

afterEach(afterDirect);

describe('direct delivery', () => {
  it.each<[string, NextHopScript]>([
    ['refuses the sender for now', { at: (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined) }],
    ['refuses the recipient for now', { at: (step) => (step.startsWith('RCPT') ? '452 4.2.2 full' : undefined) }],
    ['shuts down at the envelope', { at: (step) => (step === 'MAIL' ? '421 4.3.2 bye' : undefined) }],
    ['drops at the recipient', { at: (step) => (step.startsWith('RCPT') ? 'drop' : undefined) }],
    ['drops in mid-DATA', { at: (step) => (step === 'DATA' ? 'drop' : undefined) }],
    ['refuses the message for now', { at: (step) => (step === '.' ? '451 4.3.0 later' : undefined) }],
  ])('goes on to the next exchanger when one %s (RFC 5321 §5.1), once for each message', async (_, script) => {
    const { hops, port } = await exchangers(script, {});
    const records = {
      'x.test': { MX: mx(['one.x.test', 10], ['two.x.test', 20]) },
      'one.x.test': { A: ['127.0.0.2'] },
      'two.x.test': { A: ['127.0.0.3'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops.map(({ messages }) => messages.length)).toEqual([0, 1]);
  });

  it('is tried again later in the words of the exchanger that answered, where all others are down or busy too', async () => {
    const busy: NextHopScript = { at: (step) => (step.startsWith('RCPT') ? '450 4.2.0 greylisted' : undefined) };
    const { hops, port } = await exchangers(busy, busy);
    const records = {
      'x.test': { MX: mx(['one.x.test', 10], ['two.x.test', 20], ['down.x.test', 30]) },
      'one.x.test': { A: ['127.0.0.2'] },
      'two.x.test': { A: ['127.0.0.3'] },
      'down.x.test': { A: ['127.0.0.9'] },
    };
    const outcomes = await send(records, port, 'a@x.test', 'b@x.test');
    expect(outcomes.map(({ smtpReply }) => smtpReply)).toEqual(['450 4.2.0 greylisted', '450 4.2.0 greylisted']);
    expect(statuses(outcomes)).toEqual(['retry', 'retry']);
    for (const { commands } of hops) expect(commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(2);
  });

  it('asks no other exchanger where one has refused for good', async () => {
    const { hops, port } = await exchangers({ at: (step) => (step === '.' ? '554 5.7.1 spam' : undefined) }, {});
    const records = { 'x.test': { A: ['127.0.0.2', '127.0.0.3'] } };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['failed']);
    expect(hops[1]?.connections).toBe(0);
  });

  it.each(['421 4.7.0 one message for each connection', 'drop'])(
    'goes over a new connection at once where a host takes one message over each (%s)',
    async (answer) => {
      const { hops, port } = await exchangers({});
      const [hop] = hops as [ScriptedHop];
      hop.script = { at: (step) => (step === 'MAIL' && hop.messages.length === hop.connections ? answer : undefined) };
      const outcomes = await send({ 'x.test': { A: ['127.0.0.2'] } }, port, 'a@x.test', 'b@x.test', 'c@x.test');
      expect(statuses(outcomes)).toEqual(['sent', 'sent', 'sent']);
      expect(hop.messages).toHaveLength(3);
    },
  );

  it('waits once for an exchanger that says nothing, and not for each recipient', async () => {
    const hang: NextHopScript = { at: (step) => (step === 'connect' ? 'hang' : undefined) };
    const no: NextHopScript = { at: (step) => (step.startsWith('RCPT') ? '550 5.1.1 no' : undefined) };
    const { hops, port } = await exchangers(hang, no);
    const records = { 'x.test': { A: ['127.0.0.2', '127.0.0.3'] } };
    const outcomes = await send(records, port, 'a@x.test', 'b@x.test', 'c@x.test');
    expect(statuses(outcomes)).toEqual(['failed', 'failed', 'failed']);
    expect(hops[0]?.connections).toBe(1);
  });

  it.each<[string, string[]]>([
    ['step by step', ['8BITMIME']],
    ['with PIPELINING', ['PIPELINING']],
  ])('goes on over the same connection after a refusal, in a transaction of its own, %s', async (_, extensions) => {
    const at = (step: string) => (step === 'RCPT b@x.test' ? '550 5.1.1 no' : undefined);
    const { hops, port } = await exchangers({ at, extensions });
    const records = { 'x.test': { A: ['127.0.0.2'] } };
    expect(statuses(await send(records, port, 'a@x.test', 'b@x.test', 'c@x.test'))).toEqual(['sent', 'failed', 'sent']);
    expect(hops[0]?.connections).toBe(1);
    // This host takes DATA for nobody, which gets an empty message.
    const taken = hops[0]?.messages.flatMap(({ recipients }) => recipients);
    expect(taken).toEqual(['a@x.test', 'c@x.test']);
    const begun = hops[0]?.commands.filter((line) => /^(?:MAIL|RSET)/.test(line)).map((line) => line.slice(0, 4));
    expect(begun).toEqual(['MAIL', 'MAIL', 'RSET', 'MAIL']);
  });

  it('goes over a new connection where the transaction that was refused is not given up', async () => {
    const at = (step: string) =>
      step === 'RCPT a@x.test' ? '550 5.1.1 no' : step === 'RSET' ? '503 5.5.1 what?' : undefined;
    const { hops, port } = await exchangers({ at });
    const outcomes = await send({ 'x.test': { A: ['127.0.0.2'] } }, port, 'a@x.test', 'b@x.test');
    expect(statuses(outcomes)).toEqual(['failed', 'sent']);
    expect(hops[0]?.connections).toBe(2);
  });
});
