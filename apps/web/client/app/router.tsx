import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link, redirect } from '@tanstack/react-router';
import { Empty } from '../kit/empty.js';
import { ErrorNote } from '../kit/note.js';
import { Home } from './home.js';

/** An id; what is none is named as well, or else it would be taken as it stands in the address. */
const idOf = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined);

type Id = number | undefined;

const root = createRootRoute({
  component: Home,
  notFoundComponent: () => (
    <Empty title="There is no such page" action={<Link to="/tasks">Go to Tasks</Link>}>
      The address is not complete, or what it led to is gone.
    </Empty>
  ),
});
const route = <Path extends string>(path: Path, load: () => ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component: load() });

const first = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tasks' });
  },
});
const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  component: lazyRouteComponent(() => import('./tasks/tasks-page.js'), 'TasksPage'),
  validateSearch: ({ mailbox, task }: Record<string, unknown>): { mailbox?: Id; task?: Id } => ({
    mailbox: idOf(mailbox),
    task: idOf(task),
  }),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.js'), 'WebhookPage'),
  validateSearch: ({ delivery }: Record<string, unknown>): { delivery?: Id } => ({ delivery: idOf(delivery) }),
});
const pages = [
  route('/mailboxes', () => lazyRouteComponent(() => import('./mailboxes/mailboxes-page.js'), 'MailboxesPage')),
  route('/mailboxes/$accountId', () => lazyRouteComponent(() => import('./mailboxes/mailbox-page.js'), 'MailboxPage')),
  route('/send', () => lazyRouteComponent(() => import('./send/send-page.js'), 'SendPage')),
  route('/webhooks', () => lazyRouteComponent(() => import('./webhooks/webhooks-page.js'), 'WebhooksPage')),
  route('/billing', () => lazyRouteComponent(() => import('./billing/billing-page.js'), 'BillingPage')),
];

/** Each page has its own address, below the base of the interface. */
export const router = createRouter({
  routeTree: root.addChildren([first, tasks, webhook, ...pages]),
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
  // What was typed, answered or opened on a page is not for the next one, also where both have the same form.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: ({ error }) => <ErrorNote error={error} />,
});
