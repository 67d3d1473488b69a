import { Injectable } from '@nestjs/common';
import { MAX_MAILBOXES } from '@mailroom/agent-view';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { ToolRunner } from '../tools/tool-runner.js';
import { resourceOf, type MailResource } from './mail-uri.js';

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
    const resource = resourceOf(uri);
    if (!resource) throw new ResourceNotFoundError(uri.slice(0, 200));
    const wanted = readOf(resource);
    const { structuredContent, isError } = await this.tools.run(caller, wanted.tool, wanted.input, NEVER);
    if (isError) throw failed(uri, structuredContent);
    return { contents: [{ uri, mimeType: MIME_TYPE, text: JSON.stringify(structuredContent) }] };
  }
}

/** Finds the tool that reads a resource, and its input. */
function readOf(resource: MailResource): Read {
  switch (resource.kind) {
    case 'email':
      return { tool: 'get_email', input: { emailId: resource.emailId } };
    case 'inbox':
      return { tool: 'list_messages', input: { accountId: resource.accountId } };
    case 'thread':
      return { tool: 'get_thread', input: { accountId: resource.accountId, threadId: resource.threadId } };
  }
}

function failed(uri: string, content: unknown): Error {
  const { error } = content as { error: { type: string; message: string; retryable: boolean } };
  if (error.type === 'not_found') return new ResourceNotFoundError(uri);
  const code = error.retryable ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, error.message, { error });
}
