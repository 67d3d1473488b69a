import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { startFakeDns } from '@mailroom/testing';
import { dkimSign } from 'mailauth';

const program = fileURLToPath(new URL('fixtures/key-reads.mjs', import.meta.url));

const MESSAGE =
  'From: Alice <alice@example.test>\r\nSubject: Hello\r\nDate: Tue, 3 Nov 2026 10:00:00 +0000\r\n\r\nHi.\r\n';

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: { TXT: [`v=DKIM1; k=rsa; p=${p}`] },
  };
}

async function signed(signingDomain: string, privateKey: string) {
  const signatureData = [{ signingDomain, selector: 's1', privateKey }];
  // Without it, mailauth asks for the time twice, and what it signs as one second ends is not what it writes.
  const signTime = new Date();
  return (await dkimSign(MESSAGE, { signTime, signatureData } as never)).signatures + MESSAGE;
}

it('reads the key of a record once for many messages, and the key of another record as another key', async () => {
  const [one, two] = [keyPair(), keyPair()];
  const records = { 's1._domainkey.one.test': one.record, 's1._domainkey.two.test': two.record };
  const dns = await startFakeDns(records);
  const first = await signed('one.test', one.privateKey);
  const other = await signed('two.test', two.privateKey);
  const forged = await signed('two.test', one.privateKey);
  const work = { dnsServer: dns.address, messages: [first, first, other, forged, other] };
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(work)]);
  await dns.close();
  const results = JSON.parse(stdout) as [string, number][];
  expect(results.map(([dkim]) => dkim)).toEqual(['pass', 'pass', 'pass', 'fail', 'pass']);
  const reads = results.map(([, count]) => count > 0);
  expect(reads).toEqual([true, false, true, false, false]);
});
