import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router';
import { Empty } from '../kit/empty.js';
import { ErrorNote } from '../kit/note.js';
import { Home } from './home.js';
import { filtersOf } from './list/filters.js';

const root = createRootRoute({
  component: Home,
  notFoundComponent: () => (
    <Empty title="There is no such page" action={<Link to="/">Go to Overview</Link>}>
      The address is not complete, or what it led to is gone.
    </Empty>
  ),
});
const route = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: filtersOf });

const records = () => import('./records/records-pages.js');
const pages = [
  route(
    '/',
    lazyRouteComponent(() => import('./overview/overview-page.js'), 'OverviewPage'),
  ),
  route(
    '/tenants',
    lazyRouteComponent(() => import('./tenants/tenants-page.js'), 'TenantsPage'),
  ),
  route(
    '/tenants/$tenantId',
    lazyRouteComponent(() => import('./tenants/tenant-page.js'), 'TenantPage'),
  ),
  route(
    '/mailboxes',
    lazyRouteComponent(() => import('./mailboxes/mailboxes-page.js'), 'MailboxesPage'),
  ),
  route(
    '/webhooks',
    lazyRouteComponent(() => import('./webhooks/webhooks-page.js'), 'WebhooksPage'),
  ),
  route(
    '/webhooks/$webhookId',
    lazyRouteComponent(() => import('./webhooks/webhook-page.js'), 'WebhookPage'),
  ),
  route(
    '/jobs',
    lazyRouteComponent(() => import('./jobs/jobs-page.js'), 'JobsPage'),
  ),
  route(
    '/jobs/$jobId',
    lazyRouteComponent(() => import('./jobs/job-page.js'), 'JobPage'),
  ),
  route('/receipts', lazyRouteComponent(records, 'ReceiptsPage')),
  route('/ledger', lazyRouteComponent(records, 'LedgerPage')),
  route('/risk', lazyRouteComponent(records, 'RiskPage')),
  route(
    '/audit',
    lazyRouteComponent(() => import('./records/audit-page.js'), 'AuditPage'),
  ),
  route(
    '/events',
    lazyRouteComponent(() => import('./events/events-page.js'), 'EventsPage'),
  ),
];

/** Each page has its own address, and each list its filters in it. */
export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
  // What was typed, answered or opened on a page is not for the next one, also where both have the same form.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: ({ error }) => <ErrorNote error={error} />,
});
