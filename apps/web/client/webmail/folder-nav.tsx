import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { AccountMenu } from '../kit/account-menu.js';
import { Brand } from '../kit/brand.js';
import { PaletteButton, type Commands } from '../kit/commands.js';
import { Icon } from '../kit/icons.js';
import { useSession } from '../kit/session.js';
import { countsOf, type TaskCounts } from '../kit/task-counts.js';
import { api, folderOf, folders, type Place } from './api.js';
import { LockButton } from './encrypted/lock-button.js';
import { useDrafts } from './list/use-drafts.js';
import { useMailbox } from './own-mailbox.js';
import { figure } from '../kit/plural.js';

/** The router marks a link for what it looks like, and `/` is the beginning of everything. */
const EXACT = { exact: true, includeSearch: true };

/** The labels of all messages, and the one that is looked at. */
export function useLabels(place: Place): string[] {
  const { id: accountId } = useMailbox();
  const { data } = useQuery({
    queryKey: ['labels', accountId],
    queryFn: () => api.listLabels({ accountId }),
  });
  const found = data?.items.map(({ name }) => name) ?? [];
  return [...new Set([...found, ...(place.label === undefined ? [] : [place.label])])].sort();
}

/** How many messages of the mailbox wait, and for whom; undefined as long as nobody knows. */
export function useTaskCounts(): TaskCounts | undefined {
  const { id: accountId } = useMailbox();
  const { data } = useQuery({ queryKey: ['counts', accountId], queryFn: () => api.getTaskStats({ accountId }) });
  return data && countsOf(data);
}

/** Where messages are, how many of them wait, and who is signed in. */
export function FolderNav({ place, commands }: { readonly place: Place; readonly commands: Commands }) {
  const { email } = useMailbox();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const { data: drafts } = useDrafts();
  const counts: Readonly<Record<string, number | undefined>> = {
    human: useTaskCounts()?.needsHuman,
    drafts: drafts?.length,
  };
  const current = folderOf(place);
  return (
    <aside className="side">
      <Brand name="Mailroom" />
      <PaletteButton onOpen={commands.openPalette} />
      <Link className="btn primary block" to="/write" search={place}>
        <Icon name="write" />
        Write
        <kbd aria-hidden="true">C</kbd>
      </Link>
      <nav className="nav" aria-label="Folders">
        {folders.map(({ id, name: title, icon }) => (
          <Link
            key={id}
            to="/"
            search={id === 'inbox' ? {} : { in: id }}
            activeOptions={EXACT}
            aria-current={current === id ? 'page' : undefined}
          >
            <Icon name={icon} />
            <span className="cut">{title}</span>
            {counts[id] ? <span className={id === 'human' ? 'count hot' : 'count'}>{figure(counts[id])}</span> : null}
          </Link>
        ))}
      </nav>
      <LabelNav place={place} />
      <div className="foot">
        <LockButton block />
        <AccountMenu
          who={<Owner email={email} />}
          onKeys={commands.openKeys}
          onEncryption={() => void navigate({ to: '/settings/keys', search: place })}
          onSignOut={signOut}
        />
      </div>
    </aside>
  );
}

function Owner({ email }: { readonly email: string }) {
  const [name = '', domain = ''] = email.split('@');
  return (
    <>
      <span className="avatar" aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="cut">
        <span className="mono">{name}</span>
        <br />@{domain}
      </span>
    </>
  );
}

function LabelNav({ place }: { readonly place: Place }) {
  const labels = useLabels(place);
  if (labels.length === 0) return null;
  return (
    <nav className="nav" aria-label="Labels">
      <h2>Labels</h2>
      {labels.map((label) => (
        <Link
          key={label}
          to="/"
          search={{ label }}
          activeOptions={EXACT}
          aria-current={place.label === label ? 'page' : undefined}
        >
          <Icon name="label" />
          <span className="cut">{label}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The same on a phone, at the foot of the screen. */
export function FolderTabs({ place }: { readonly place: Place }) {
  const current = folderOf(place);
  return (
    <nav className="tabs-bottom" aria-label="Folders on this phone">
      {folders.slice(0, 4).map(({ id, name, icon }) => (
        <Link
          key={id}
          to="/"
          search={id === 'inbox' ? {} : { in: id }}
          activeOptions={EXACT}
          aria-current={current === id ? 'page' : undefined}
        >
          <Icon name={icon} />
          {name}
        </Link>
      ))}
      <Link to="/write" search={place}>
        <Icon name="write" />
        Write
      </Link>
    </nav>
  );
}
