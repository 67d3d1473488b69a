import { useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote } from '../../kit/note.js';
import { useRoving } from '../../kit/roving.js';
import { Theirs } from '../../kit/theirs.js';
import { useDrafts } from './use-drafts.js';

/** What was begun and not sent, on whatever machine. */
export function DraftList() {
  const asked = useDrafts();
  const { data } = asked;
  const list = useRef<HTMLOListElement>(null);
  const roving = useRoving(list);
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty title="No drafts">What you begin to write is kept here until it is sent.</Empty>;
  return (
    <ol ref={list} {...roving} className="items" id="messages">
      {data.map(({ id, to, subject, updatedAt }) => (
        <li key={id}>
          <Link
            className="item"
            to="/drafts/$draftId"
            params={{ draftId: String(id) }}
            search={{ in: 'drafts' }}
            activeProps={{ 'aria-current': 'true' }}
          >
            <span className="dot" />
            <Theirs className="from cut">{to.length > 0 ? `To ${to.join(', ')}` : 'To nobody yet'}</Theirs>
            <Moment at={updatedAt} />
            <span className="l2">
              <Theirs className="sub cut grow">{subject || '(no subject)'}</Theirs>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
