import { useSession } from '../kit/session.js';
import { timeLeft } from '../kit/lease-ring.js';
import { useNow } from '../kit/use-now.js';
import { useMe } from './mailboxes/use-mailboxes.js';

const names = { manager: 'Manager', mailbox: 'Mailbox' } as const;

/** The ends of a wallet's address, by which its owner knows it. */
const shortened = (name: string) => name.replace(/^(0x[0-9a-f]{4})[0-9a-f]{32}([0-9a-f]{4})$/i, '$1…$2');

/** Who is signed in, and for how long. */
export function Who() {
  const { session } = useSession();
  const { data } = useMe();
  const now = useNow(30_000);
  const name = data ? shortened(data.principal.name) || names[data.principal.type] : '';
  return (
    <>
      <span className="avatar" aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <div className="cut">
        <span className="strong">{name}</span>
        {session?.signedIn && ` · ${timeLeft(Date.parse(session.expiresAt) - now)} left`}
        <br />
        <span className="mono">{data?.tenantId}</span>
      </div>
    </>
  );
}
