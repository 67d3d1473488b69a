import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Moment } from '../../kit/moment.js';
import { calledBy } from '../../kit/person.js';
import { Theirs } from '../../kit/theirs.js';
import { api, type Email } from '../api.js';
import { useMailbox } from '../own-mailbox.js';

/** The other messages of the conversation. */
export function ThreadRows({ email }: { readonly email: Email }) {
  const { id: accountId } = useMailbox();
  const place = useSearch({ from: '__root__' });
  const { data } = useQuery({
    queryKey: ['thread', accountId, email.threadId],
    queryFn: () => api.getThread(email.threadId, { accountId }),
  });
  const others = (data?.items ?? []).filter(({ id }) => id !== email.id);
  if (others.length === 0) return null;
  return (
    <section aria-label="Conversation">
      <h2 className="label">In this conversation</h2>
      {others.map(({ id, from, subject, createdAt }) => (
        <Link key={id} className="threadrow" to="/messages/$emailId" params={{ emailId: String(id) }} search={place}>
          <Theirs className="strong cut">{calledBy(from)}</Theirs>
          <Theirs className="cut grow">{subject}</Theirs>
          <Moment at={createdAt} />
        </Link>
      ))}
    </section>
  );
}
