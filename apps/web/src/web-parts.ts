import type { ClientAddresses } from '@mailroom/http';
import type { ApiCalls } from './calls/api-calls.js';
import type { Assets } from './pages/assets.js';
import type { Pages } from './pages/pages.js';
import type { WebSessions } from './sessions/web-sessions.js';
import type { SignIn } from './sign-in/sign-in.js';

/** What the interfaces are made of. */
export type WebParts = {
  readonly baseUrl: string;
  readonly sessions: WebSessions;
  readonly calls: ApiCalls;
  readonly signIn: SignIn;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly addresses: ClientAddresses;
  readonly onError: (error: unknown) => void;
};
