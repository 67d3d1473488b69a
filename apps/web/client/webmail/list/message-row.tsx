import { Link } from '@tanstack/react-router';
import { Icon } from '../../kit/icons.js';
import { Moment } from '../../kit/moment.js';
import { calledBy } from '../../kit/person.js';
import { Theirs } from '../../kit/theirs.js';
import type { Email, Place } from '../api.js';

type MessageRowProps = {
  readonly email: Email;
  readonly place: Place;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly at: number;
  readonly of: number;
};

/** Who, what and when of a message; its code where it has one. */
export function MessageRow({ email, place, top, at, of }: MessageRowProps) {
  const {
    id,
    encrypted,
    direction,
    from,
    to,
    subject,
    snippet,
    unread,
    verificationCode,
    attachmentCount,
    createdAt,
    trust,
  } = email;
  const who = direction === 'sent' ? `To ${to.map(calledBy).join(', ')}` : calledBy(from);
  return (
    <li className="floating" style={{ transform: `translateY(${top}px)` }} aria-posinset={at} aria-setsize={of}>
      <Link
        className={unread ? 'item unread' : 'item'}
        to="/messages/$emailId"
        params={{ emailId: String(id) }}
        search={place}
        activeProps={{ 'aria-current': 'true' }}
      >
        <span className="dot" />
        {unread && <span className="vh">Unread: </span>}
        <Theirs className="from cut">{who}</Theirs>
        <Moment at={createdAt} />
        <span className="l2">
          <Theirs className="sub cut grow">{subject || '(no subject)'}</Theirs>
          {trust?.verdict === 'suspicious' && (
            <span className="t-warn">
              <Icon name="shield-alert" small />
              <span className="vh">suspicious</span>
            </span>
          )}
          {verificationCode && <span className="codebit">{verificationCode}</span>}
          {attachmentCount > 0 && <Icon name="attach" small />}
        </span>
        <span className="l3">
          <Theirs className="cut">{encrypted ? 'Encrypted' : snippet}</Theirs>
        </span>
      </Link>
    </li>
  );
}
