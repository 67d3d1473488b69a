import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DomainError } from '@mailroom/errors';
import type { Mailbox } from '@mailroom/mail';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('fields@a.test');
  await sending.change(
    'suppress',
    `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id, smtp_status)
     values ('tnt_a', 'gone@example.org', 'bounced', $1, 1, '5.1.1')`,
    [mailbox.id],
  );
});
afterAll(() => sending.close());

const refused = (body: Parameters<typeof requestOf>[0]) =>
  sending.submissions.send(sending.principal, mailbox, requestOf(body)).then(
    () => [],
    (error: DomainError) => error.fields?.map(({ field }) => field),
  );
const fine = 'far@example.org';
const gone = 'gone@example.org';

describe('what is refused is named as the caller wrote it', () => {
  it.each<[string, Parameters<typeof requestOf>[0], string]>([
    ['a suppressed recipient', { to: [fine, gone] }, 'to.1'],
    ['one behind an address that is there twice', { to: [fine, 'FAR@example.org', gone] }, 'to.2'],
    ['one that is the only text', { to: [gone], written: { single: ['to'] } }, 'to'],
    ['one under another name', { to: [fine, gone], written: { names: { to: 'receiveEmail' } } }, 'receiveEmail.1'],
    ['a copy that is the only text', { to: [fine], cc: [gone], written: { single: ['cc'] } }, 'cc'],
    ['a blind copy', { to: [fine], bcc: [gone], written: { names: { to: 'receiveEmail' } } }, 'bcc.0'],
    ['what is no address', { to: ['nobody'], written: { names: { to: 'receiveEmail' } } }, 'receiveEmail.0'],
    ['an unknown reference', { to: [fine], bodyRef: 'brf_no' }, 'bodyRef'],
    [
      'one under another name',
      { to: [fine], bodyRef: 'brf_no', written: { names: { bodyRef: 'draftRef' } } },
      'draftRef',
    ],
  ])('%s', async (_what, body, field) => {
    expect(await refused(body)).toEqual([field]);
  });
});
