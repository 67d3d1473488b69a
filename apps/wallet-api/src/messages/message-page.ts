import { parsedMessageResource, type ParsedMessage } from '@mailroom/agent-view';
import { about, list, nullable, object, ref, string, type Answer } from '@mailroom/openapi';

export type MessagePage = {
  readonly items: readonly ParsedMessage[];
  readonly next_cursor: string | null;
  readonly newer_cursor: string;
};

/** A page of messages, from which one can go on in both directions. */
export const messagePage: Answer<MessagePage> = {
  schema: object({
    items: list(ref(parsedMessageResource)),
    next_cursor: about(nullable('string'), 'continues the list; null at its end'),
    newer_cursor: about(string, 'continues with what comes later than this page; with wait_seconds it waits for that'),
  }),
  example: { items: [parsedMessageResource.example], next_cursor: null, newer_cursor: 'after.1042' },
};
