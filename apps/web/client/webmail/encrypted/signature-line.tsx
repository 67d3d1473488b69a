import type { Signature } from '@mailroom/pgp-mail';
import { Button } from '../../kit/button.js';
import { Icon, type IconName } from '../../kit/icons.js';
import { ErrorNote } from '../../kit/note.js';
import { api, type Email } from '../api.js';
import { LockButton } from './lock-button.js';
import { useAct } from './use-act.js';

type SignatureLineProps = {
  readonly email: Email;
  readonly signature: Signature;
  /** Judges the signature again by these public keys. */
  readonly onSigners: (publicKeys: readonly string[]) => Promise<void>;
};

/**
 * Whose signature a message has. The key of the sender is looked up only when somebody asks for it: the look-up may reach the
 * domain of the sender, who would learn when the message is read.
 */
export function SignatureLine({ email, signature, onSigners }: SignatureLineProps) {
  const { busy, error, run } = useAct();
  const check = () =>
    run(async () => {
      const { keys } = await api.findKeys({ address: email.from.email });
      const pinned = keys.filter(({ changed, revoked }) => !changed && !revoked);
      if (pinned.length === 0) throw new Error(`No key is known for ${email.from.email}.`);
      await onSigners(pinned.map(({ publicKey }) => publicKey));
    });
  const { icon, tone, text } = wordsOf(signature, email.from.email);
  return (
    <div className="stack tight">
      <div className="row wrap" role="group" aria-label="Encryption">
        <span className={`verdict ${tone}`}>
          <Icon name={icon} />
          {text}
        </span>
        {signature.status === 'unknown' && (
          <Button size="s" busy={busy} onPress={() => void check()}>
            Check the signature
          </Button>
        )}
        <span className="end">
          <LockButton />
        </span>
      </div>
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}

function wordsOf(signature: Signature, from: string): { icon: IconName; tone: string; text: string } {
  switch (signature.status) {
    case 'good':
      return { icon: 'shield', tone: 't-ok', text: `Encrypted, and signed with the key known for ${from}` };
    case 'bad':
      return { icon: 'shield-alert', tone: 't-warn', text: `Encrypted, but its signature is not that of ${from}` };
    case 'none':
      return { icon: 'info', tone: 'faint', text: 'Encrypted, and not signed: anybody can have written it' };
    case 'unknown':
      return { icon: 'info', tone: 'faint', text: `Encrypted, and signed by key ${signature.keyId}` };
  }
}
