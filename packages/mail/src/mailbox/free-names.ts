import { Injectable } from '@nestjs/common';
import { isOneWriting, lookOf, parseAddress } from '@mailroom/message';
import { MailboxRepository } from './mailbox.repository.js';
import { isRoleName } from './role-names.js';

/** Knows which names of a shared domain a stranger may still have. */
@Injectable()
export class FreeNames {
  constructor(private readonly mailboxes: MailboxRepository) {}

  /** Whether a name is kept for the owner of its domain, or only looks like one that is. */
  isReserved(localPart: string): boolean {
    return isRoleName(localPart) || !isOneWriting(localPart);
  }

  /** Returns those of these local parts, in lower case, that nobody has or had, in their order. */
  async among(domain: string, localParts: readonly string[]): Promise<string[]> {
    const places = [...new Set(localParts)]
      .filter((name) => parseAddress(`${name}@${domain}`) !== null && !this.isReserved(name))
      .map((name) => ({ name, address: `${name}@${domain}`, look: lookOf(name) }));
    const taken = new Set(await this.mailboxes.takenAmong(domain, places));
    return places.filter(({ address }) => !taken.has(address)).map(({ name }) => name);
  }
}
