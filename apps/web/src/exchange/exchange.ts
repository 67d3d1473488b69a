import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSurface } from '@mailroom/identity';

/** One request, and whose it is. */
export type Exchange = {
  readonly surface: WebSurface;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of the person's machine. */
  readonly client: string;
};
