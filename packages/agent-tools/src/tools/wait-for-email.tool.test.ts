import { expect, it } from '@jest/globals';
import type { Principal } from '@mailroom/identity';
import { MAILBOX_ACTIVE, type EmailWaits, type MailboxAccess } from '@mailroom/mail';
import { Fence } from '../fence/fence.js';
import type { ToolMail } from '../mail/tool-mail.js';
import { WaitForEmailTool } from './wait-for-email.tool.js';

/** The official clients give a call up when it has taken this long. */
const CLIENT_SECONDS = 60;

const caller: Principal = {
  id: 'token:1',
  level: 'mailbox',
  tenantId: 'tnt_1',
  mailboxId: 1,
  name: '',
  scopes: ['read'],
  expiresAt: null,
};

it('the longest wait is answered before a client gives it up', async () => {
  const waited: number[] = [];
  const waits = {
    next: async (_mailbox: number, _criteria: object, { seconds }: { readonly seconds: number }) => {
      waited.push(seconds);
      return null;
    },
  };
  const access = { require: async () => ({ id: 1, status: MAILBOX_ACTIVE }) };
  const { tool } = new WaitForEmailTool(
    waits as unknown as EmailWaits,
    access as unknown as MailboxAccess,
    {} as ToolMail,
  );
  const call = { caller, fence: new Fence(), gone: new AbortController().signal };
  for (const input of [{}, { timeoutSeconds: 20 }, { timeoutSeconds: 60 }]) {
    expect((await tool.run(call, input)).output).toEqual({ timedOut: true, email: null });
  }
  expect(waited.slice(0, 2)).toEqual([30, 20]);
  expect(waited[2]).toBeLessThan(CLIENT_SECONDS - 2);
});
