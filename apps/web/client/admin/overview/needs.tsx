import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../../kit/icons.js';
import { timeInSentence } from '../../kit/time.js';
import { Note } from '../../kit/note.js';
import { counted, figure, plural } from '../../kit/plural.js';
import type { Overview } from '../api.js';
import type { Filters } from '../list/filters.js';

type Waiting = Overview['waiting'];
type Need = {
  readonly count: number;
  /** Of one, and of many. */
  readonly what: readonly [string, string];
  readonly about: string;
  readonly since?: string | null;
  readonly icon: IconName;
  readonly tone: 'warn' | 'bad' | '';
  readonly to: string;
  readonly search: Filters;
};

/** What one thing after another waits for. */
function decisions(waiting: Waiting): Need[] {
  return [
    {
      ...waiting.jobs,
      what: ['outbound job with an unknown end', 'outbound jobs with an unknown end'],
      about: 'the other side may or may not have the message',
      icon: 'send',
      tone: 'warn',
      to: '/jobs',
      search: {},
    },
    {
      count: waiting.upgradesPaid,
      what: ['upgrade paid for', 'upgrades paid for'],
      about: 'paid, and waiting to write outside',
      icon: 'person',
      tone: '',
      to: '/tenants',
      search: { billingState: 'paid_review', upgradePaid: 'true' },
    },
    {
      ...waiting.webhooksFailing,
      what: ['webhook failing', 'webhooks failing'],
      about: 'one that goes on failing turns off by itself',
      icon: 'webhook',
      tone: 'warn',
      to: '/webhooks',
      search: { state: 'failing' },
    },
    {
      ...waiting.poisonEvents,
      what: ['event set aside', 'events set aside'],
      about: 'a consumer could not take it',
      icon: 'alert',
      tone: 'bad',
      to: '/events',
      search: {},
    },
  ];
}

/** What somebody should look at. */
function warnings(waiting: Waiting): Need[] {
  return [
    {
      ...waiting.receipts,
      what: ['payment not settled', 'payments not settled'],
      about: 'paid for, and not yet on the chain',
      icon: 'billing',
      tone: 'warn',
      to: '/receipts',
      search: { status: 'verified' },
    },
    {
      count: waiting.tenantsInReview,
      what: ['tenant in review', 'tenants in review'],
      about: 'a control or an upgrade put it there',
      icon: 'shield',
      tone: 'warn',
      to: '/tenants',
      search: { policy: 'external_review' },
    },
    {
      count: waiting.tenantsSuspended,
      what: ['tenant suspended', 'tenants suspended'],
      about: 'nothing is sent until someone restores it',
      icon: 'off',
      tone: '',
      to: '/tenants',
      search: { policy: 'suspended' },
    },
  ];
}

/** What does not move until somebody decides. */
export function Needs({ waiting }: { readonly waiting: Waiting }) {
  const needs = [...decisions(waiting), ...warnings(waiting)].filter(({ count }) => count > 0);
  return (
    <section className="sec" aria-labelledby="needs">
      <header>
        <h2 id="needs">Needs a person</h2>
        <p className="hide-s">Nothing below moves until someone decides</p>
      </header>
      {needs.length === 0 && (
        <Note kind="ok" title="Nothing waits for you.">
          Everything moves by itself.
        </Note>
      )}
      {needs.length > 0 && (
        <div className="card needs">
          {needs.map(({ count, what, about, since = null, icon, tone, to, search }) => (
            <Link key={what[0]} className="needrow" to={to} search={search}>
              <span className={`state ${tone}`}>
                <Icon name={icon} />
              </span>
              <b>{figure(count)}</b>
              <span className="grow">
                <span className="strong">{plural(count, ...what)}</span>{' '}
                <span className="faint hide-s">
                  {about}
                  {since !== null && `; the oldest began ${timeInSentence(new Date(since))}`}
                </span>
              </span>
              <Icon name="open" small />
            </Link>
          ))}
        </div>
      )}
      {waiting.riskEvents.count > 0 && (
        <p className="faint">
          Controls stepped in {counted(waiting.riskEvents.count, 'time')} in the last 24 hours.{' '}
          <Link to="/risk">See risk events</Link>
        </p>
      )}
    </section>
  );
}
