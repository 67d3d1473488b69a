import { MailroomClient } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { throughOwnServer } from '../shared/own-fetch.js';
import { ErrorNote } from '../shared/note.js';
import { SkeletonRows } from '../shared/empty.js';
import { Moment } from '../shared/moment.js';

const api = new MailroomClient(throughOwnServer);

export function Home() {
  const { data, error } = useQuery({ queryKey: ['emails'], queryFn: () => api.listEmails({}) });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows />;
  return (
    <ol className="items">
      {data.items.map((email) => (
        <li key={email.id} className="item">
          {email.subject} <Moment at={email.createdAt} />
        </li>
      ))}
    </ol>
  );
}
