import type { Email } from '@mailroom/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { useLive } from '../../kit/live.js';
import { Moment } from '../../kit/moment.js';
import { calledBy } from '../../kit/person.js';
import { Theirs } from '../../kit/theirs.js';
import { mail } from '../api.js';

const columns: readonly Column<Email>[] = [
  { name: 'From', className: 'main', cell: ({ from }) => <Theirs>{calledBy(from)}</Theirs> },
  { name: 'Subject', className: 'fill full', cell: ({ subject }) => <Theirs>{subject || '(no subject)'}</Theirs> },
  {
    name: 'Code',
    cell: ({ verificationCode }) => verificationCode && <span className="codebit">{verificationCode}</span>,
  },
  { name: 'When', className: 'num r', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** What came last, as it comes. */
export function NewestMail({ accountId }: { readonly accountId: number }) {
  const client = useQueryClient();
  const queryKey = ['emails', 'newest', accountId];
  const { data, error } = useQuery({ queryKey, queryFn: () => mail.listEmails({ accountId, type: 0, size: 5 }) });
  const renew = () => void client.invalidateQueries({ queryKey });
  useLive(accountId, renew, renew);
  return (
    <section className="sec" aria-label="Newest mail">
      <header>
        <h2>Newest mail</h2>
      </header>
      <DataTable
        label="Newest mail"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        empty={<Empty title="No mail yet">What arrives shows here at once.</Empty>}
      />
    </section>
  );
}
