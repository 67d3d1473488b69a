import { Injectable } from '@nestjs/common';
import { MAX_MAILBOXES } from '@mailroom/agent-view';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { ToolRunner } from '../tools/tool-runner.js';

const MIME_TYPE = 'application/json';
const NEVER = new AbortController().signal;

const templates = [
  {
    uriTemplate: 'mailroom://mailboxes/{accountId}/inbox',
    name: 'inbox',
    title: 'Inbox',
    description: 'The newest received emails of a mailbox, without their text.',
    mimeType: MIME_TYPE,
  },
  {
    uriTemplate: 'mailroom://emails/{emailId}',
    name: 'email',
    title: 'Email',
    description: 'One email with its text, as get_email returns it.',
    mimeType: MIME_TYPE,
  },
  {
    uriTemplate: 'mailroom://mailboxes/{accountId}/threads/{threadId}',
    name: 'thread',
    title: 'Conversation',
    description: 'The emails of one conversation, as get_thread returns them.',
    mimeType: MIME_TYPE,
  },
];

type Read = { readonly tool: string; readonly input: object };

/** Mail as resources of the protocol: what the tools return, under addresses. */
@Injectable()
export class MailResources {
  constructor(
    private readonly tools: ToolRunner,
    private readonly mailboxes: MailboxService,
  ) {}

  templates() {
    return { resourceTemplates: templates };
  }

  /** The inboxes that the caller can reach. */
  async list(caller: Principal) {
    const page = { cursor: undefined, oldestFirst: false, limit: MAX_MAILBOXES };
    const found = await this.mailboxes.list(caller, page);
    const resources = found.map(({ id, address }) => {
      const uri = `mailroom://mailboxes/${id}/inbox`;
      return { uri, name: `inbox-${id}`, title: `Inbox of ${address}`, mimeType: MIME_TYPE };
    });
    return { resources };
  }

  async read(caller: Principal, uri: string) {
    const wanted = readOf(uri);
    if (!wanted) throw new ResourceNotFoundError(uri.slice(0, 200));
    const { structuredContent, isError } = await this.tools.run(caller, wanted.tool, wanted.input, NEVER);
    if (isError) throw failed(uri, structuredContent);
    return { contents: [{ uri, mimeType: MIME_TYPE, text: JSON.stringify(structuredContent) }] };
  }
}

/** Which tool reads a resource; null where there is no such resource. */
export function readOf(uri: string): Read | null {
  const [, account, rest] = /^mailroom:\/\/mailboxes\/(\d{1,15})\/(.+)$/.exec(uri) ?? [];
  const [, email] = /^mailroom:\/\/emails\/(\d{1,15})$/.exec(uri) ?? [];
  if (email !== undefined) return { tool: 'get_email', input: { emailId: Number(email) } };
  if (account === undefined || rest === undefined) return null;
  const accountId = Number(account);
  if (rest === 'inbox') return { tool: 'list_messages', input: { accountId } };
  const [, thread] = /^threads\/([^/]{1,400})$/.exec(rest) ?? [];
  const threadId = thread === undefined ? null : decoded(thread);
  return threadId === null ? null : { tool: 'get_thread', input: { accountId, threadId } };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function failed(uri: string, content: unknown): Error {
  const { error } = content as { error: { type: string; message: string } };
  if (error.type === 'not_found') return new ResourceNotFoundError(uri);
  if (error.type === 'internal_error') return new DomainError('internal_error', error.message);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { error });
}
