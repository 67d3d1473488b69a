import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Icon } from '../../kit/icons.js';
import { ErrorNote } from '../../kit/note.js';
import { figure } from '../../kit/plural.js';
import { countsOf } from '../../kit/task-counts.js';
import { mail, wallet } from '../api.js';
import { LeaseCard } from './lease-card.js';
import { NewestMail } from './newest-mail.js';
import { Tokens } from './tokens.js';
import { useMailboxes, useMe } from './use-mailboxes.js';
import { WebmailPassword } from './webmail-password.js';

/** Webmail goes on with this sign-in, and opens this mailbox. */
function webmailOf(accountId: number): string {
  return new URL(`../webmail/?from=app&mailbox=${accountId}`, document.baseURI).href;
}

export function MailboxPage() {
  const accountId = Number(useParams({ strict: false }).accountId);
  const me = useMe();
  const asked = useMailboxes();
  const { data } = asked;
  const mailbox = data?.find(({ id }) => id === accountId);
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!data) return <SkeletonRows />;
  if (!mailbox)
    return (
      <Empty title="There is no such mailbox" action={<Link to="/mailboxes">See your mailboxes</Link>}>
        It ended more than a day ago, or it is another tenant’s.
      </Empty>
    );
  return (
    <>
      <Bar title={mailbox.address} mono>
        <span className="hide-s">
          <CopyButton text={mailbox.address} what="address" />
        </span>
        <a className="btn" href={webmailOf(accountId)}>
          <Icon name="open" />
          Open webmail
        </a>
      </Bar>
      <div className="page">
        {mailbox.lease && <LeaseCard lease={mailbox.lease} />}
        <div className="cols2">
          <div className="stack loose">
            <Figures accountId={accountId} />
            <NewestMail accountId={accountId} />
          </div>
          <div className="stack loose">
            {me.data?.principal.type === 'manager' && <Tokens accountId={accountId} />}
            {mailbox.lease?.lease_status === 'active' && <Webmail address={mailbox.address} accountId={accountId} />}
          </div>
        </div>
      </div>
    </>
  );
}

function Figures({ accountId }: { readonly accountId: number }) {
  const { data } = useQuery({
    queryKey: ['tasks', accountId, 'stats'],
    queryFn: () => mail.getTaskStats({ accountId }),
  });
  const counts = data && countsOf(data);
  const figures = [
    ['Needs a human', counts?.needsHuman],
    ['Held', counts?.held],
    ['Waiting', counts?.waiting],
    ['Handled', counts?.handled],
  ] as const;
  return (
    <dl className="figures boxed">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="v">{count === undefined ? '–' : figure(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Webmail({ address, accountId }: { readonly address: string; readonly accountId: number }) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => wallet.resetCredentials(accountId) });
  return (
    <section className="sec" aria-label="Webmail">
      <header>
        <h2>Webmail</h2>
        <span className="end">
          <Button size="s" busy={isPending} onPress={() => mutate()}>
            Reset password
          </Button>
        </span>
      </header>
      {error && <ErrorNote error={error} />}
      {data && <WebmailPassword title="The password is new." credentials={data} />}
      <p className="faint">
        Sign in to webmail as <span className="mono">{address}</span>. A new password ends the one before, and sign-ins
        with it.
      </p>
    </section>
  );
}
