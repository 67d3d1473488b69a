import { DomainError, invalidParameter } from '@mailroom/errors';
import { query, type Query } from '@mailroom/http';
import type { QueryParameter } from '@mailroom/openapi';

const MAX_WAIT_SECONDS = 60;

export const messageParameters: Readonly<Record<string, QueryParameter>> = {
  mailbox_id: { type: 'integer', description: 'the mailbox of a lease; a token of one mailbox may leave it out' },
  limit: { type: 'integer', description: 'how many', minimum: 1, maximum: 100, default: 20 },
  since: { type: 'string', format: 'date-time', description: 'received then or later' },
  cursor: {
    type: 'string',
    maxLength: 32,
    description: 'next_cursor of a page, for the one after it, or newer_cursor, for what has come since',
  },
  wait_seconds: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    default: 0,
    description: 'how long to wait where there is nothing yet; not with a next_cursor that goes back in time',
  },
};

/** Where a page begins: with what is older than an email, or with what came after one. */
export type MessageCursor = { readonly direction: 'before' | 'after'; readonly emailId: number };

export type MessagesQuery = {
  readonly mailboxId: number | undefined;
  readonly limit: number;
  readonly since: Date | undefined;
  readonly cursor: MessageCursor | undefined;
  readonly seconds: number;
};

/** @throws invalid_request, invalid_cursor */
export function messagesQuery(given: Query): MessagesQuery {
  const seconds = query.integer(given, 'wait_seconds', 0, MAX_WAIT_SECONDS) ?? 0;
  const cursor = cursorOf(query.text(given, 'cursor'));
  if (seconds > 0 && cursor?.direction === 'before') {
    throw invalidParameter('wait_seconds', 'can not be sent with a cursor that goes back in time');
  }
  return {
    mailboxId: query.integer(given, 'mailbox_id', 1, Number.MAX_SAFE_INTEGER),
    limit: query.integer(given, 'limit', 1, 100) ?? 20,
    since: query.instant(given, 'since'),
    cursor,
    seconds,
  };
}

export function cursorText({ direction, emailId }: MessageCursor): string {
  return `${direction}.${emailId}`;
}

function cursorOf(text: string | undefined): MessageCursor | undefined {
  if (text === undefined) return undefined;
  const [, direction, digits] = /^(before|after)\.(\d{1,15})$/.exec(text) ?? [];
  if (direction === 'before' || direction === 'after') return { direction, emailId: Number(digits) };
  const { fields, detail } = invalidParameter('cursor', 'must be a cursor of an earlier answer');
  throw new DomainError('invalid_cursor', detail, { fields });
}
