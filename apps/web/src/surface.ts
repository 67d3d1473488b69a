import type { WebSurface } from '@mailroom/identity';

export const surfaces: readonly WebSurface[] = ['app', 'webmail', 'admin'];

/** Below which paths of the public APIs an interface may call. */
const apis: Readonly<Record<WebSurface, readonly string[]>> = {
  app: ['/api/agent/v1/', '/v1/', '/v2/'],
  webmail: ['/api/agent/v1/', '/v2/mailboxes/'],
  admin: ['/admin/api/'],
};

/** Whether a path is one that the interface calls; one that climbs is none. */
export function mayCall(surface: WebSurface, path: string): boolean {
  const plain = path.split('?', 1)[0] ?? '';
  return !/\/\.|\\|%2e|%2f|%5c|\/\//i.test(plain) && apis[surface].some((prefix) => plain.startsWith(prefix));
}
