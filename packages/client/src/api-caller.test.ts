import { expect, it } from '@jest/globals';
import { MailroomClient } from './mailroom-client.js';

it.each(['mrt_a\nb', 'mrt_a b', 'mrt_ключ', 'mrt_\0'])(
  'a token that no header can hold is an invalid one, and no error shows it: %j',
  async (token) => {
    const client = new MailroomClient({ baseUrl: 'http://127.0.0.1:1', token });
    const failure = client.listMailboxes();
    await expect(failure).rejects.toMatchObject({ name: 'MailroomError', type: 'invalid_token', status: 401 });
    await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining(token) });
  },
);
