import { Injectable } from '@nestjs/common';
import { HostedDomains, MailKeyRepository } from '@mailroom/mail';
import { canonicalAddress, parseAddress } from '@mailroom/message';
import { webKeyHash } from '@mailroom/openpgp';
import { SenderKeyRepository } from './sender-key.repository.js';

/** A key by which mail of an address can be checked. */
export type SenderKey = {
  /** The mailboxes of the tenants that go by it; null for everybody. */
  readonly mailboxIds: readonly number[] | null;
  readonly publicKey: Buffer;
  readonly revoked: boolean;
};

/** More would be work that many tenants together make of one message. */
const MAX_KEYS = 20;

/** Knows the keys of whoever wrote, without asking anybody: mail never waits for a stranger's server. */
@Injectable()
export class SenderKeys {
  constructor(
    private readonly keys: SenderKeyRepository,
    private readonly hosted: HostedDomains,
    private readonly mailKeys: MailKeyRepository,
  ) {}

  /** The owner key of a mailbox here, and what the tenants of these mailboxes have pinned. */
  async of(mailboxIds: readonly number[], sender: string): Promise<SenderKey[]> {
    const written = parseAddress(sender);
    const address = written && canonicalAddress(written);
    const parsed = address === null ? null : parseAddress(address);
    if (address === null || parsed === null) return [];
    const [pinned, own] = await Promise.all([
      this.keys.pinned(mailboxIds, address),
      this.#ownerKey(parsed.localPart, parsed.domain),
    ]);
    const found = new Map<string, { mailboxIds: number[]; publicKey: Buffer; revoked: boolean }>();
    for (const { mailboxId, publicKey, revoked } of pinned) {
      const name = `${revoked} ${publicKey.toString('base64')}`;
      const key = found.get(name) ?? { mailboxIds: [], publicKey, revoked };
      key.mailboxIds.push(mailboxId);
      found.set(name, key);
    }
    const owner = own ? [{ mailboxIds: null, publicKey: own, revoked: false }] : [];
    return [...owner, ...found.values()].slice(0, MAX_KEYS);
  }

  async #ownerKey(localPart: string, domain: string): Promise<Buffer | null> {
    const isHosted = (await this.hosted.among([domain])).has(domain);
    return isHosted ? this.mailKeys.findPublished(webKeyHash(localPart), domain) : null;
  }
}
