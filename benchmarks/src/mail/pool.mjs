// Messages that are made before a round begins, so that what it costs to write them is not measured.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { dkimSignature } from '../../../packages/sending/dist/dkim/dkim-signature.js';
import { PeopleMail } from './people-mail.mjs';

export const DOMAIN = 'example.org';
export const SELECTOR = 'bench';
/** The address that a proxy names as the client's: one that the domain's SPF record permits. */
export const CLIENT_ADDRESS = '11.22.33.44';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = {
  domain: DOMAIN,
  selector: SELECTOR,
  privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
};

/** What a resolver answers about the sender, as `records` of the resolver in `resolver.mjs`. */
export const records = {
  [DOMAIN]: { TXT: [`v=spf1 ip4:${CLIENT_ADDRESS} -all`] },
  [`_dmarc.${DOMAIN}`]: { TXT: ['v=DMARC1; p=reject; adkim=r; aspf=r'] },
  [`${SELECTOR}._domainkey.${DOMAIN}`]: {
    TXT: [`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
  },
};

let made = 0;

/**
 * Makes `count` messages of a kind. Each use of one gets a Message-ID of its own, or all get the same; the signed ones,
 * whose signature covers it, keep theirs.
 */
export async function mailPool({ kind = 'text', bytes = 2_000, messageId = 'own', signed = false, count }) {
  const source = new PeopleMail({ kind, bytes, domain: DOMAIN });
  const bodies = Array.from({ length: count }, () => source.next());
  const ids = (name) => (messageId === 'own' ? `${name}.${(made += 1).toString(36)}` : 'always.the.same');
  const stamped = (body) => `Message-ID: <${ids(kind)}@${DOMAIN}>\r\n${body}`;
  if (!signed) return { next: cycle(bodies.map(stuffed), stamped) };
  const whole = await Promise.all(bodies.map((body) => sign(stamped(`To: <team@mailroom.test>\r\n${body}`))));
  return { next: cycle(whole.map(stuffed), (text) => text) };
}

async function sign(text) {
  return `${await dkimSignature(Buffer.from(text, 'latin1'), key, new Date())}${text}`;
}

/** As it is sent after DATA (RFC 5321 §4.5.2). */
const stuffed = (text) => text.replaceAll('\r\n.', '\r\n..');

function cycle(list, use) {
  let index = 0;
  return () => use(list[index++ % list.length]);
}
