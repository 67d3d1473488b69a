import type { Key, PrivateKey } from 'openpgp';
import { arrivesAt } from '@mailroom/client';
import { sealedEntity, UntrustedKey, type EntityFile } from '@mailroom/pgp-mail';
import type { RecipientKeys } from './recipient-keys.js';

type Address = { readonly email: string; readonly name: string };

/** A message that is answered, as the service shows it. */
export type Original = {
  readonly encrypted: boolean;
  readonly from: Address;
  readonly replyTo: readonly Address[];
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
};

/** The body of a call of `/send` or `/reply`. */
export type Outgoing = {
  readonly to?: readonly string[];
  readonly receiveEmail?: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly text?: string;
  readonly plainText?: string;
  readonly content?: string;
  readonly html?: string;
  readonly bodyRef?: string;
  readonly draftRef?: string;
  readonly pgpMime?: unknown;
  readonly idempotencyKey?: string;
  readonly replyAll?: boolean;
  readonly useReplyTo?: boolean;
  readonly attachments?: readonly { filename: string; contentType?: string; content?: string; attachmentId?: number }[];
  /** `required` sends nothing that somebody could not decrypt; `auto` encrypts where everybody can; `never` does not. */
  readonly encrypt?: 'required' | 'auto' | 'never';
};

export type Encryption = {
  readonly encryptedFor: readonly string[];
  readonly inClearFor: readonly string[];
  readonly signed: boolean;
};

/** Why nothing was sent. */
export class SealRefusal extends Error {
  override readonly name = 'SealRefusal';
}

type Own = {
  readonly signing: PrivateKey;
  readonly alsoFor: readonly Key[];
  readonly address: string;
  /** The same for the same call, and of no use to whoever does not know it. */
  readonly meaningOf: (body: Outgoing) => string;
};

/**
 * The call as the service gets it: encrypted for all recipients and for the mailbox itself, and signed; or in the clear, where
 * that may be and not all keys are known. An answer to encrypted mail is never in the clear unless its caller says so.
 * @throws SealRefusal
 */
export async function sealed(
  body: Outgoing,
  original: Original | null,
  keys: RecipientKeys,
  own: Own,
): Promise<{ readonly body: object; readonly encryption: Encryption }> {
  const { encrypt: wish = original?.encrypted ? 'required' : 'auto', ...call } = body;
  const recipients = recipientsOf(call, original, own.address);
  const addresses = [...recipients.to, ...recipients.cc, ...recipients.bcc].map(addressOf);
  const inClear = { body: call, encryption: { encryptedFor: [], inClearFor: addresses, signed: false } };
  if (wish === 'never' || call.pgpMime !== undefined) return inClear;
  const found = await keysOf(addresses, keys);
  const missing = addresses.filter((address) => !found.get(address));
  const refusal = refusalOf(call, missing);
  if (refusal !== null && wish === 'required') throw new SealRefusal(`Nothing was sent: ${refusal}.`);
  if (refusal !== null) return inClear;
  const { text, plainText, content, html, attachments: _files, replyAll: _all, useReplyTo: _replyTo, ...rest } = call;
  const entity = { text: text || plainText || content, html: html || undefined, files: filesOf(call) };
  const encrypted = await sealedEntity(entity, {
    readers: [...[...found.values()].flatMap((key) => key ?? []), ...own.alsoFor],
    signer: own.signing,
    hidesReaders: recipients.bcc.length > 0,
  });
  const { receiveEmail: _alias, ...others } = rest;
  const addressed = { to: recipients.to, cc: recipients.cc, bcc: recipients.bcc };
  const encryption = { encryptedFor: addresses, inClearFor: [], signed: true };
  return { body: { ...others, ...addressed, pgpMime: { encrypted, meaning: own.meaningOf(body) } }, encryption };
}

async function keysOf(addresses: readonly string[], keys: RecipientKeys): Promise<Map<string, Key | null>> {
  try {
    return new Map(await Promise.all(addresses.map(async (each) => [each, await keys.of(each)] as const)));
  } catch (error) {
    if (!(error instanceof UntrustedKey)) throw error;
    const next = error.what === 'changed' ? 'Compare its fingerprint with its owner' : 'Ask its owner for another';
    throw new SealRefusal(`Nothing was sent: ${error.message} ${next}, or send it with encrypt: "never".`);
  }
}

function refusalOf({ bodyRef, draftRef, attachments = [] }: Outgoing, missing: readonly string[]): string | null {
  if (missing.length > 0) return `no key is known for ${missing.join(', ')}`;
  if (bodyRef !== undefined || draftRef !== undefined) return 'a body reference is kept by the service in the clear';
  const isKept = attachments.some(({ attachmentId }) => attachmentId !== undefined);
  return isKept ? 'an attachment that the service keeps can not be encrypted here: send its content' : null;
}

function filesOf({ attachments = [] }: Outgoing): EntityFile[] {
  return attachments.map(({ filename, contentType = 'application/octet-stream', content = '' }) => {
    return { filename: String(filename), contentType: String(contentType), content: Buffer.from(content, 'base64') };
  });
}

/** Whom an answer goes to is settled here, since it is encrypted for them and nobody else. */
function recipientsOf(
  { to, receiveEmail, cc = [], bcc = [], ...wish }: Outgoing,
  original: Original | null,
  own: string,
) {
  const named = to ?? receiveEmail;
  if (named !== undefined || original === null) return { to: named ?? [], cc, bcc };
  const { from, replyTo } = original;
  const follows =
    replyTo.length > 0 && (wish.useReplyTo === true || replyTo.every((each) => domain(each) === domain(from)));
  const first = (follows ? replyTo : [from]).map(({ email }) => email);
  const others = wish.replyAll ? [...original.to, ...original.cc].map(({ email }) => email) : [];
  const copies = others.filter((email) => !arrivesAt(email, own) && !first.includes(email) && !cc.includes(email));
  return { to: first, cc: [...cc, ...copies], bcc };
}

const domain = ({ email }: Address) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Of `Name <a@b>` the address. */
function addressOf(text: string): string {
  const [, inner] = /<([^<>]+)>\s*$/.exec(text) ?? [];
  return (inner ?? text).trim().toLowerCase();
}
