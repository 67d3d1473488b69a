import { Icon } from '../../kit/icons.js';
import { Theirs } from '../../kit/theirs.js';
import type { Email } from '../api.js';

const purposes: Readonly<Record<string, string>> = {
  verify: 'Confirms something',
  reset: 'Sets a new password',
  login: 'Signs in',
  unsubscribe: 'Unsubscribes',
};

/** Only what a browser opens as a page may be followed. */
const isWeb = (url: string) => /^https?:/i.test(url) && URL.canParse(url);

/** Where the links go that do something. */
export function FoundLinks({ email }: { readonly email: Email }) {
  const links = (email.extractions?.links ?? []).filter(({ kind, url }) => kind !== 'other' && isWeb(url)).slice(0, 10);
  if (links.length === 0) return null;
  return (
    <ul className="stack tight" aria-label="Found links">
      {links.map(({ url, text, kind, hostMatchesSender }) => (
        <li key={`${kind} ${url}`} className="row wrap faint">
          <Icon name="link" small />
          <Theirs>{text || purposes[kind] || 'A link'}</Theirs> goes to
          <a className="mono cut" href={url} target="_blank" rel="noopener noreferrer" title={url}>
            {new URL(url).host + new URL(url).pathname}
          </a>
          <span className="tag">{hostMatchesSender ? 'same site as the sender' : 'another site'}</span>
        </li>
      ))}
    </ul>
  );
}
