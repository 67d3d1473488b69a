import { useEffect, useState } from 'react';
import type { ReadMail } from '../../pgp-worker/calls.js';
import { SkeletonRows } from '../../kit/empty.js';
import { ErrorNote } from '../../kit/note.js';
import { Theirs } from '../../kit/theirs.js';
import { api, type Email } from '../api.js';
import { HtmlBody } from '../message/message-body.js';
import { DecryptedFiles } from './decrypted-files.js';
import { keyring } from './keyring.js';
import { LockButton } from './lock-button.js';
import { SealedReply } from './sealed-reply.js';
import { SignatureLine } from './signature-line.js';
import { UnlockForm } from './unlock-form.js';
import { useKeyring } from './use-keyring.js';

/** A message that only a key can read: the way to unlock it, then its text, and the way to answer. */
export default function EncryptedMessage({ email }: { readonly email: Email }) {
  const { isOpen } = useKeyring();
  // What was decrypted is in the part that goes when the keys go.
  return isOpen ? <OpenMessage email={email} /> : <UnlockForm title="Encrypted. Unlock to read it." />;
}

type Read = { readonly mail?: ReadMail; readonly error?: unknown };

/** @param signers public keys by which a signature is judged */
async function read(emailId: number, signers: readonly string[]): Promise<ReadMail> {
  return keyring.call('read', { raw: await api.downloadRaw(emailId), signers });
}

function OpenMessage({ email }: { readonly email: Email }) {
  const [{ mail, error }, setRead] = useState<Read>({});
  useEffect(() => {
    let isWanted = true;
    read(email.id, []).then(
      (answer) => isWanted && setRead({ mail: answer }),
      (failure: unknown) => isWanted && setRead({ error: failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [email.id]);
  const judge = async (signers: readonly string[]) => {
    const { signature } = await read(email.id, signers);
    setRead((before) => (before.mail ? { mail: { ...before.mail, signature } } : before));
  };
  if (error !== undefined) return <ErrorNote error={error} action={<LockButton />} />;
  if (!mail) return <SkeletonRows count={3} />;
  return (
    <>
      <SignatureLine email={email} signature={mail.signature} onSigners={judge} />
      {mail.subject !== '' && mail.subject !== email.subject && (
        <h2>
          <span className="vh">Encrypted subject: </span>
          <Theirs>{mail.subject}</Theirs>
        </h2>
      )}
      {mail.html ? (
        <HtmlBody html={mail.html} mayLoadImages={false} />
      ) : (
        <div className="plainbody whitespace-pre-wrap wrap-anywhere">{mail.plainText}</div>
      )}
      <DecryptedFiles files={mail.attachments} />
      {email.direction === 'received' && <SealedReply email={email} quoted={mail.plainText} />}
    </>
  );
}
