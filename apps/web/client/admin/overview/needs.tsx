import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../../kit/icons.js';
import { shortTime } from '../../kit/moment.js';
import { Note } from '../../kit/note.js';
import type { Overview } from '../api.js';
import type { Filters } from '../list/filters.js';

type Waiting = Overview['waiting'];
type Need = {
  readonly count: number;
  readonly what: string;
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
      what: 'outbound jobs with an unknown end',
      about: 'the other side may or may not have the message',
      icon: 'send',
      tone: 'warn',
      to: '/jobs',
      search: {},
    },
    {
      count: waiting.upgradesAsked,
      what: 'upgrades asked for',
      about: 'each has paid, and waits to write outside',
      icon: 'person',
      tone: '',
      to: '/tenants',
      search: { billingState: 'paid_review' },
    },
    {
      ...waiting.webhooksFailing,
      what: 'webhooks failing',
      about: 'they turn off by themselves when they go on failing',
      icon: 'webhook',
      tone: 'warn',
      to: '/webhooks',
      search: { state: 'failing' },
    },
    {
      ...waiting.poisonEvents,
      what: 'events set aside',
      about: 'a consumer could not take them',
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
      what: 'payments not settled',
      about: 'paid for, and not yet on the chain',
      icon: 'billing',
      tone: 'warn',
      to: '/receipts',
      search: { status: 'verified' },
    },
    {
      ...waiting.riskEvents,
      what: 'risk events',
      about: 'a control stepped in',
      icon: 'shield',
      tone: 'bad',
      to: '/risk',
      search: {},
    },
    {
      count: waiting.tenantsSuspended,
      what: 'tenants suspended',
      about: 'they send nothing until someone restores them',
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
            <Link key={what} className="needrow" to={to} search={search}>
              <span className={`state ${tone}`}>
                <Icon name={icon} />
              </span>
              <b>{count.toLocaleString('en-GB')}</b>
              <span className="grow">
                <span className="strong">{what}</span>{' '}
                <span className="faint hide-s">
                  {about}
                  {since !== null && `; oldest ${shortTime(new Date(since))}`}
                </span>
              </span>
              <Icon name="open" small />
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}
