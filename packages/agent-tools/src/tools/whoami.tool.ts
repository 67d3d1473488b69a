import { Injectable } from '@nestjs/common';
import { MAX_MAILBOXES } from '@mailroom/agent-view';
import { MailboxService } from '@mailroom/mail';
import { about, boolean, integer, list, nullable, object, string, word } from '@mailroom/openapi';
import { accountId } from './input.js';
import { reads, tool, ToolSource } from './tool.js';

const output = object({
  type: about(word(['manager', 'mailbox']), 'mailbox: the token is for one mailbox; manager: for all of a tenant'),
  name: string,
  scopes: about(list(string), 'read: reading and working on tasks; send: sending and replying'),
  expiresAt: nullable('string'),
  tenantId: string,
  mailboxes: list(object({ accountId: integer, address: string, name: string, active: boolean })),
  hasMoreMailboxes: boolean,
});

@Injectable()
export class WhoamiTool extends ToolSource {
  constructor(private readonly mailboxes: MailboxService) {
    super();
  }

  readonly tool = tool({
    name: 'whoami',
    title: 'Who am I',
    description:
      'Says which mailboxes you can use, with their addresses, and what you may do. Call it first: its accountId is what ' +
      'the other tools take where you can use several mailboxes.',
    input: object({}, { accountId }),
    output,
    traits: reads,
    run: async ({ caller }) => {
      const page = { cursor: undefined, oldestFirst: false, limit: MAX_MAILBOXES + 1 };
      const found = await this.mailboxes.list(caller, page);
      const { level: type, name, scopes, expiresAt, tenantId } = caller;
      const mailboxes = found.slice(0, MAX_MAILBOXES).map(({ id, address, name: called, status }) => {
        return { accountId: id, address, name: called, active: status === 0 };
      });
      const hasMoreMailboxes = found.length > MAX_MAILBOXES;
      return {
        output: {
          type,
          name,
          scopes,
          expiresAt: expiresAt?.toISOString() ?? null,
          tenantId,
          mailboxes,
          hasMoreMailboxes,
        },
      };
    },
  });

  override readonly tools = [this.tool];
}
