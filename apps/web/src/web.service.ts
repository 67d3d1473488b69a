import { ClientAddresses, SignInLimiter } from '@mailroom/http';
import { WebSessionRepository } from '@mailroom/identity';
import { defineService } from '@mailroom/runtime';
import { ApiAddress } from './calls/api-address.js';
import { ApiCalls } from './calls/api-calls.js';
import { loadWebConfig } from './config.js';
import { Assets } from './pages/assets.js';
import { Pages } from './pages/pages.js';
import { WebSessions } from './sessions/web-sessions.js';
import { SignIn } from './sign-in/sign-in.js';
import { surfaces } from './surface.js';
import { WebHandler } from './web-handler.js';

/** The browser side: three interfaces, each below its own path. */
export const web = defineService({
  name: 'web',
  writesEvents: false,
  needsBroker: false,
  opensSecrets: false,
  load: loadWebConfig,
  gauges: () => [],
  start: async ({ resources, front, parts }, { baseUrl = front.localUrl, ...config }) => {
    front.expectProxyHeaders(config.proxyProtocolFrom);
    const api = new ApiAddress(front, config.apis, baseUrl);
    const sessions = new WebSessions(new WebSessionRepository(resources.database));
    const calls = new ApiCalls(api);
    parts.add(async () => calls.close());
    const handler = new WebHandler({
      baseUrl,
      sessions,
      calls,
      signIn: new SignIn(api, sessions, new SignInLimiter()),
      pages: await Pages.load(baseUrl),
      assets: await Assets.load(),
      addresses: new ClientAddresses(config.trustedProxies),
      onError: resources.onError,
    });
    for (const surface of surfaces) {
      const serve = handler.of(surface);
      await front.mount({ prefix: `/${surface}`, handler: serve, ...(surface === 'app' && { home: '/app/' }) });
    }
  },
});
