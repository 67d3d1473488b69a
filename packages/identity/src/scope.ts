/** What a token may do: `read` covers all reading and all task operations, `send` covers sending. */
export type Scope = 'read' | 'send';

export const scopes: readonly Scope[] = ['read', 'send'];
