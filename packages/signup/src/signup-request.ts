import { createHash } from 'node:crypto';
import { invalidField } from '@mailroom/errors';
import { parseAddress } from '@mailroom/message';
import { checkedAlias } from './alias.js';

/** A signup as it was requested; a surface has checked the types and lengths of its texts. */
export type SignupInput = {
  readonly mailboxAlias?: string | undefined;
  readonly agentName?: string | undefined;
  readonly operatorEmail?: string | undefined;
  readonly productName?: string | undefined;
  readonly useCase?: string | undefined;
};

/** A signup that can be granted. */
export type SignupRequest = {
  /** Null where any readable name will do. */
  readonly alias: string | null;
  readonly agentName: string;
  readonly operatorEmail: string;
  readonly productName: string;
  readonly useCase: string;
};

const line = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** @throws invalid_request */
export function signupRequest(input: SignupInput): SignupRequest {
  const { mailboxAlias, agentName = '', operatorEmail = '', productName = '', useCase = '' } = input;
  for (const [field, text] of Object.entries({ agentName, productName })) {
    if (!line.test(text)) throw invalidField(field, 'must be one line');
  }
  if (operatorEmail !== '' && !parseAddress(operatorEmail)) throw invalidField('operatorEmail', 'must be an address');
  const alias = mailboxAlias === undefined ? null : checkedAlias(mailboxAlias);
  return { alias, agentName: agentName.trim(), operatorEmail, productName: productName.trim(), useCase };
}

/** Tells a retry from another request under the same key. */
export function hashSignup({ alias, agentName, operatorEmail, productName, useCase }: SignupRequest): Buffer {
  const meaning = JSON.stringify([alias, agentName, operatorEmail, productName, useCase]);
  return createHash('sha256').update(meaning).digest();
}
