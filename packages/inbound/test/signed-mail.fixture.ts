import type { GnuPg } from '@mailroom/testing';

export type SignedMail = {
  readonly gpg: GnuPg;
  readonly key: string;
  readonly from?: string;
  /** The part that is signed, with its header. */
  readonly part?: Buffer;
  readonly options?: readonly string[];
};

const PART = Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\nThe tenth gear, please.\r\n');

export function headerOf(from: string): string {
  return `From: ${from}\r\nTo: box@a.test\r\nSubject: gears\r\nMIME-Version: 1.0\r\n`;
}

/** A mail that is signed as a whole (RFC 3156 §5). */
export async function signedMail({ gpg, key, part = PART, options = [], ...mail }: SignedMail): Promise<Buffer> {
  const signature = await gpg.call([...options, '--armor', '--local-user', key, '--detach-sign'], part);
  return wrapped(part, signature, mail.from);
}

export function wrapped(part: Buffer, signature: Buffer, from = 'Eve <eve@other.test>', after = ''): Buffer {
  const type = 'multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"; boundary=sig';
  return Buffer.concat([
    Buffer.from(`${headerOf(from)}Content-Type: ${type}\r\n\r\nIt is signed.\r\n--sig\r\n`),
    part,
    Buffer.from('\r\n--sig\r\nContent-Type: application/pgp-signature; name=signature.asc\r\n\r\n'),
    Buffer.from(signature.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1'),
    Buffer.from(`\r\n--sig${after === '' ? '' : `\r\n${after}\r\n--sig`}--\r\n`),
  ]);
}

/** A mail whose text is a signed block. */
export async function clearSignedMail(
  { gpg, key, from = 'eve@other.test', options = [] }: SignedMail,
  text: string,
  change: (block: string) => string = (block) => block,
): Promise<Buffer> {
  const block = await gpg.call([...options, '--local-user', key, '--clearsign'], text);
  const body = change(block.toString()).replace(/\r?\n/g, '\r\n');
  return Buffer.from(`${headerOf(from)}Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`);
}
