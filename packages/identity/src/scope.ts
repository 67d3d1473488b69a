/** What a token may do: `read` is everything that reads and all task operations, `send` is sending. */
export type Scope = 'read' | 'send';

export const scopes: readonly Scope[] = ['read', 'send'];
