import { expect, it } from '@jest/globals';
import { WatchedEnvironment } from './watched-environment.js';

it('names the MAILROOM_ variables that are no setting of any app', () => {
  const watched = new WatchedEnvironment({
    MAILROOM_HTTP_PORT: '8080',
    MAILROOM_HTTP_PROT: '8081',
    MAILROOM_TOKEN: 'mrt_',
    MAILROOM_SMTP_PORT: '2525',
    MAILROOM_MAILBOX_API_SERVICE_HOST: '10.0.0.1',
    MAILROOM_MAILBOX_API_PORT: 'tcp://10.0.0.1:8080',
    MAILROOM_MAILBOX_API_PORT_8080_TCP_ADDR: '10.0.0.1',
    PATH: '/bin',
  });
  expect(watched.env.MAILROOM_HTTP_PORT).toBe('8080');
  expect(watched.env.MAILROOM_DATA_DIR).toBeUndefined();
  expect(watched.unread()).toEqual(['MAILROOM_HTTP_PROT']);
  expect(watched.warnings()).toEqual([
    'MAILROOM_HTTP_PROT is not a setting of Mailroom; these are: MAILROOM_DATA_DIR, MAILROOM_HTTP_PORT.',
  ]);
});
