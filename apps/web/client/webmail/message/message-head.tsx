import { useEffect, useRef } from 'react';
import { Icon } from '../../kit/icons.js';
import { Moment } from '../../kit/moment.js';
import { straight } from '../../kit/straight.js';
import { calledBy, initialsOf } from '../../kit/person.js';
import { Theirs } from '../../kit/theirs.js';
import { useMailTitle } from '../use-mail-title.js';
import type { Email } from '../api.js';
import { reasonsOf, verdictOf } from './verdict.js';

const namesOf = (people: Email['to']) => people.map(calledBy).join(', ');

/** What it is about, who wrote it, and whether they really did. */
export function MessageHead({ email }: { readonly email: Email }) {
  const { subject, from, to, cc, createdAt } = email;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useMailTitle(subject || '(no subject)');
  return (
    <header className="stack">
      <h1 ref={heading} tabIndex={-1}>
        {straight(subject) || '(no subject)'}
      </h1>
      <div className="msghead">
        <span className="avatar big" aria-hidden="true">
          {initialsOf(from)}
        </span>
        <div>
          <div className="cut">
            <Theirs className="strong">{calledBy(from)}</Theirs> <Theirs className="mono faint">{from.email}</Theirs>
          </div>
          {email.direction === 'received' && <Verdict email={email} />}
          <span className="faint">
            to <Theirs>{namesOf(to)}</Theirs>
            {cc.length > 0 && (
              <>
                , copy to <Theirs>{namesOf(cc)}</Theirs>
              </>
            )}
          </span>
        </div>
        <Moment at={createdAt} />
      </div>
    </header>
  );
}

function Verdict({ email }: { readonly email: Email }) {
  const verdict = verdictOf(email);
  return (
    <details className="vd">
      <summary className={`verdict ${verdict.tone}`}>
        <Icon name={verdict.icon} />
        {verdict.text}
      </summary>
      <ul className="why">
        {reasonsOf(email).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
