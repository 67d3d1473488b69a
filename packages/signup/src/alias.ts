import { randomInt } from 'node:crypto';
import { invalidField } from '@mailroom/errors';

const MIN_CHARS = 3;
export const MAX_ALIAS_CHARS = 40;
/** A Dot-string (RFC 5321 §4.1.2) without "+", which marks a tag of a mailbox. */
const dotAtom = /^[a-z0-9!#$%&'*/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*/=?^_`{|}~-]+)*$/;
const ENDINGS = ['agent', 'bot', 'mail', 'inbox', 'desk', 'hq'];

/** The alias in the form that an address has. @throws invalid_request */
export function checkedAlias(text: string): string {
  const alias = text.toLowerCase();
  if (alias.length < MIN_CHARS || alias.length > MAX_ALIAS_CHARS) {
    throw invalidField('mailboxAlias', `must have ${MIN_CHARS} to ${MAX_ALIAS_CHARS} characters`);
  }
  if (alias.includes('+')) throw invalidField('mailboxAlias', 'must not contain "+", which marks a tag of a mailbox');
  if (dotAtom.test(alias)) return alias;
  throw invalidField('mailboxAlias', 'must be a local part of ASCII characters, with single dots only between others');
}

/** Other aliases for whoever wanted this one, more of them than are shown: some may be taken as well. */
export function similarAliases(alias: string): string[] {
  const numbered = (digits: number) => `${randomInt(10 ** (digits - 1), 10 ** digits)}`;
  const endings = [...ENDINGS, numbered(2), numbered(3), numbered(3), numbered(4), numbered(5), numbered(6)];
  return endings.map((ending) => `${alias.slice(0, MAX_ALIAS_CHARS - ending.length - 1).replace(/\.$/, '')}-${ending}`);
}
