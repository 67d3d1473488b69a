import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GnuPg } from '@mailroom/testing';
import { connectMcp } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let gpg: GnuPg;
beforeAll(async () => {
  [mailroom, gpg] = await Promise.all([startMailroom(), GnuPg.start()]);
});
afterAll(() => Promise.all([mailroom.close(), gpg.close()]));

const PART = 'Content-Type: text/plain; charset=utf-8\r\n\r\n.The tenth gear, please. \r\n';

function mailOf(from: string, to: string, subject: string, signature: string, part = PART): string {
  return (
    `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n` +
    'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b\r\n\r\n' +
    `--b\r\n${part}\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\n` +
    `${signature.replace(/\r?\n/g, '\r\n')}\r\n--b--\r\n`
  );
}

it('mail that is signed with the key of a mailbox here says so in every form, and changed mail does not', async () => {
  const [writer, reader] = [await mailroom.mailbox(), await mailroom.mailbox()];
  const fingerprint = await gpg.makeKey(`Writer <${writer.address}>`);
  await writer.api.data('POST', '/keys', { kind: 'owner', publicKey: await gpg.publicKey(fingerprint) });
  const signature = (await gpg.call(['--armor', '--local-user', fingerprint, '--detach-sign'], PART)).toString();
  const envelope = { from: writer.address, to: [reader.address] };
  const good = mailOf(writer.address, reader.address, 'signed', signature);
  const changed = mailOf(writer.address, reader.address, 'changed', signature, PART.replace('tenth', 'ninth'));
  const claimed = mailOf('somebody@example.org', reader.address, 'claimed', signature);
  for (const raw of [good, changed, claimed]) await mailroom.send({ envelope, raw });

  const mcp = await connectMcp(mailroom.baseUrl, reader.api.token);
  const unknown = { status: 'unknown_key', fingerprint: '' };
  for (const [subject, pgp] of [
    ['signed', { status: 'valid', fingerprint }],
    ['changed', { status: 'invalid', fingerprint: '' }],
    ['claimed', unknown],
  ] as const) {
    const { id } = await mailroom.received(reader.api, subject);
    expect((await reader.api.data('GET', `/emails/${id}`)).trust.pgp).toEqual(pgp);
    expect((await mcp.call('get_email', { emailId: id })).pgp).toEqual(pgp);
  }
  await mcp.close();
}, 60_000);
