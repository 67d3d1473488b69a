import { useState } from 'react';
import { Bar } from '../../kit/bar.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { ErrorNote } from '../../kit/note.js';
import { isActive, useMailboxes } from '../mailboxes/use-mailboxes.js';
import { Delivery } from './delivery.js';
import { SendForm, type Sent } from './send-form.js';

/** A message to send; beside it the ones on their way. */
export function SendPage() {
  const { data, error } = useMailboxes();
  const [sent, setSent] = useState<readonly Sent[]>([]);
  return (
    <>
      <Bar title="Send" />
      <div className="page">
        {error && <ErrorNote error={error} />}
        {!data && !error && <SkeletonRows />}
        {data?.length === 0 && <Empty title="No mailbox to send from">Get one under Mailboxes first.</Empty>}
        {data && data.length > 0 && (
          <div className="cols2">
            <SendForm mailboxes={data.filter(isActive)} onSent={(one) => setSent((others) => [one, ...others])} />
            <div className="stack loose">
              {sent.map((one) => (
                <Delivery key={one.trace.id} {...one} />
              ))}
            </div>
          </div>
        )}
      </div>
    </>
  );
}
