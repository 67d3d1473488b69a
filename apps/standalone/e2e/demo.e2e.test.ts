import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function demo(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/demo.mjs', ...args], { cwd: root });
  return stdout;
}

describe('a newcomer sees', () => {
  it('a mailbox that pays for itself: refused, paid, sent', async () => {
    const said = await demo('hosted');
    const steps = [
      /POST \/public\/signup/,
      /< 403 \{"error":"external_send_not_enabled".*"fix":/,
      /npm run ops -- chain fund 0x/,
      /< 402 \{"error":"payment_required".*\n +< payment-required: /,
      /< 200 \{"receiptId":"rcp_.*"status":"settled"/,
      /< 202 \{"outboundJobId"/,
      /"finalDeliveryState":"sent"/,
      /"availableCredits":99,"reservedCredits":0/,
    ];
    const places = steps.map((step) => said.search(step));
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
    expect(said).not.toContain('\u001b');
  }, 120_000);

  it('a mailbox for as long as a job takes: signed in, leased, a code, a limit, a proof, sent, released', async () => {
    const said = await demo('wallet');
    const steps = [
      /POST \/v2\/auth\/siwe\/challenge/,
      /< 20\d \{"access_token":"mrs_/,
      /< 201 \{"lease_id":"lse_/,
      /The code is 493817\./,
      /< 202 \{"send_attempt_id"/,
      /< 402 \{"error":"payment_required".*"code":"message_sends"/,
      /npm run ops -- chain fund 0x/,
      /< 402 .*"quote":.*\n +< payment-required: /,
      /< 200 \{"x_payment_proof":"t=/,
      /x-payment-proof: t=.*\n +< 202 \{"send_attempt_id"/,
      /< 402 .*"code":"proof_used"/,
      /< 200 \{"lease_id":"lse_.*"lease_status":"released"/,
    ];
    const places = steps.map((step) => said.search(step));
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
    expect(said).not.toContain('\u001b');
  }, 120_000);

  it('which demos there are, where one asks for another', async () => {
    await expect(demo('nothing')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('hosted') });
  });
});
