import type { Principal } from '@mailroom/identity';
import type { Described, Schema } from '@mailroom/openapi';
import type { Fence } from '../fence/fence.js';

/** What a tool knows of the call that it answers. */
export type ToolCall = {
  readonly caller: Principal;
  /** Marks what mail says in this answer. */
  readonly fence: Fence;
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal;
};

/** What a tool found. */
export type ToolAnswer<Output> = {
  readonly output: Output;
  /** What the reader is told before everything else. */
  readonly warnings?: readonly string[];
};

/** Hints to the client (MCP, `ToolAnnotations`). */
export type ToolTraits = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether it reaches people outside. */
  readonly openWorldHint: boolean;
};

type Declaration<Input extends Schema<unknown>, Output extends Schema<unknown>> = {
  readonly name: string;
  readonly title: string;
  /** Written for a model: what it does, when to use it, what comes back. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly traits: ToolTraits;
  readonly run: (call: ToolCall, input: Described<Input>) => Promise<ToolAnswer<Described<Output>>>;
};

/** A tool as the protocol sees it. */
export type Tool = Omit<Declaration<Schema<unknown>, Schema<unknown>>, 'run'> & {
  /** @param input checked against the schema */
  readonly run: (call: ToolCall, input: unknown) => Promise<ToolAnswer<unknown>>;
};

/** Declares a tool; its input and output have the types of their schemas. */
export function tool<Input extends Schema<unknown>, Output extends Schema<unknown>>(
  declaration: Declaration<Input, Output>,
): Tool {
  return { ...declaration, run: (call, input) => declaration.run(call, input as Described<Input>) };
}

/** A class whose methods are tools. */
export abstract class ToolSource {
  abstract readonly tools: readonly Tool[];
}

export const reads: ToolTraits = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** It changes what others see of a task, and can be undone. */
export const works: ToolTraits = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** It writes to people; the idempotency key makes a repetition harmless. */
export const sends: ToolTraits = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};
