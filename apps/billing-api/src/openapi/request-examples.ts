import type { SignupDto } from '../signup/signup.dto.js';

/** The body of each operation that takes one. */
type Bodies = {
  readonly signUp: SignupDto;
};

const examples: Bodies = {
  signUp: { mailboxAlias: 'research-desk', agentName: 'Research agent', operatorEmail: 'ada@example.org' },
};

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = examples;
