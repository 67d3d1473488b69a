import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { Place } from './api.js';
import { ComposePage } from './compose/compose-page.js';
import { KeysPage, SealedCompose } from './encrypted/pages.js';
import { MailLayout } from './mail-layout.js';
import { MessagePage } from './message/message-page.js';
import { NoSuchPage, NotShown } from './not-shown.js';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Which list stands beside a message is in the address, so that a reload and a link keep it. */
const rootRoute = createRootRoute({
  component: MailLayout,
  notFoundComponent: NoSuchPage,
  validateSearch: (search: Record<string, unknown>): Place => {
    const [folder, label, q] = [text(search.in), text(search.label), text(search.q)];
    return { ...(folder && { in: folder }), ...(label && { label }), ...(q && { q }) };
  },
});

const listRoute = createRoute({ getParentRoute: () => rootRoute, path: '/' });

const messageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messages/$emailId',
  component: function Message() {
    const { emailId } = messageRoute.useParams();
    return <MessagePage key={emailId} emailId={Number(emailId)} />;
  },
});

const writeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/write',
  component: () => <ComposePage />,
});

const draftRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/drafts/$draftId',
  component: function Draft() {
    const { draftId } = draftRoute.useParams();
    return <ComposePage key={draftId} draftId={Number(draftId)} />;
  },
});

const sealedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/write/encrypted',
  component: SealedCompose,
});

const keysRoute = createRoute({ getParentRoute: () => rootRoute, path: '/settings/keys', component: KeysPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([listRoute, messageRoute, writeRoute, draftRoute, sealedRoute, keysRoute]),
  basepath: new URL(document.baseURI).pathname,
  defaultErrorComponent: NotShown,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
