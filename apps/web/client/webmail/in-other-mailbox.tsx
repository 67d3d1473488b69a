import { Button } from '../kit/button.js';
import { Empty } from '../kit/empty.js';
import { useMailboxes } from './own-mailbox.js';

/** Stands in the place of what lies in another mailbox than the one that is open: nobody shall answer it from this one. */
export function InOtherMailbox({ accountId }: { readonly accountId: number }) {
  const { mailbox, others, choose } = useMailboxes();
  const other = others.find(({ id }) => id === accountId);
  const open = other && <Button onPress={() => choose(other.id)}>Open {other.email}</Button>;
  return (
    <Empty title="This lies in another mailbox" {...(open && { action: open })}>
      You are in <span className="mono">{mailbox.email}</span>.
    </Empty>
  );
}
