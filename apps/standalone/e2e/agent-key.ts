import { envelopeFor, messageKeyIds } from '@mailroom/openpgp';
import { GnuPg } from '@mailroom/testing';

/** A key that GnuPG made for an address, with a message for it and the packet of that message that wraps its session key. */
export async function makeAgentKey(address: string) {
  const gpg = await GnuPg.start();
  const fingerprint = await gpg.makeKey(`Agent <${address}>`);
  const publicKey = await gpg.publicKey(fingerprint);
  const message = await gpg.encrypt('words', [fingerprint]);
  await gpg.close();
  const packet = envelopeFor(message, messageKeyIds(message)) ?? Buffer.alloc(0);
  return { publicKey, message: message.toString(), packet };
}
