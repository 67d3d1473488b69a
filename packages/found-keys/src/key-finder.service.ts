import { Injectable } from '@nestjs/common';
import { SharedSlots, TrustedReads } from '@mailroom/concurrency';
import { Database } from '@mailroom/database';
import { DomainError, invalidField } from '@mailroom/errors';
import { AuditTrail, type Principal } from '@mailroom/identity';
import { HostedDomains, KeyAuthority, MailKeyRepository } from '@mailroom/mail';
import { canonicalAddress, parseAddress, type EmailAddress } from '@mailroom/message';
import { readPublicKey, armoredPublicKey, webKeyHash } from '@mailroom/openpgp';
import { AutocryptKeyRepository } from './autocrypt-key.repository.js';
import {
  MAX_PINS,
  type FoundKey,
  type FoundKeys,
  type OfferedKey,
  type PinnedKey,
  type PublishedKey,
} from './found-key.js';
import { FoundKeyRepository, type Cached } from './found-key.repository.js';
import { LOOK_UP_MS, WebKeyDirectory, type DirectoryAnswer } from './web-key-directory.js';

/** How long an answer stands before the directory is asked again. */
const KEPT_SECONDS = { key: 3_600, none: 600, failed: 120 };
/** A replica that ends in the middle of its turn leaves it for this long. */
const TURN_SECONDS = LOOK_UP_MS / 1_000 + 4;
const REST_SECONDS = 1;
/** Each holds a socket and, for some milliseconds, the processor; tenants share them. */
const MAX_AT_ONCE = 16;
const MAX_WAIT_MS = 2_000;
const MAX_ENTRIES = 10_000;

/** What is published of an address: a key, or none, and the fingerprints of those that were revoked. */
type Published = { readonly key: PublishedKey | null; readonly revoked: readonly string[] };

type Asked = { readonly tenantId: string; readonly address: string; readonly offer: OfferedKey | null };
/** Before it is said what its owner prefers. */
type BareKey = Omit<FoundKey, 'preferEncrypt'>;

/** Finds the keys of other people, and holds each tenant to the first one that it got. */
@Injectable()
export class KeyFinder {
  /** Who asks for an address that is being looked up waits for that look-up. */
  readonly #asking = new TrustedReads<string, Published | 'busy'>({ trustedMs: 0, maxEntries: MAX_ENTRIES });
  readonly #slots = new SharedSlots(MAX_AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly found: FoundKeyRepository,
    private readonly directory: WebKeyDirectory,
    private readonly hosted: HostedDomains,
    private readonly mailKeys: MailKeyRepository,
    private readonly authority: KeyAuthority,
    private readonly audit: AuditTrail,
    private readonly brought: AutocryptKeyRepository,
  ) {}

  /**
   * The keys of an address: the one that the tenant goes by, and another that is published now. The first one is pinned.
   * @throws invalid_request, quota_exceeded, rate_limited
   */
  async find({ tenantId }: Principal, text: string): Promise<FoundKeys> {
    const { parsed, address } = addressOf(text);
    const pinned = await this.found.findPin(tenantId, address);
    if (!pinned && (await this.found.countPins(tenantId, MAX_PINS)) >= MAX_PINS) throw tooMany();
    const published = await this.#published(tenantId, parsed, address);
    const offer = await this.brought.find(tenantId, address);
    const answer = (keys: BareKey[]) => ({ address, keys: keys.map((key) => withPreference(key, offer)) });
    if (pinned) return answer(await this.#keysOf(pinned, published, { tenantId, address, offer }));
    if (published === 'busy') throw busy();
    const found = foundOf(published, offer);
    if (!found) return answer([]);
    await this.found.pinFirst(tenantId, address, found);
    // Another request may have been first, and with another key.
    const first = (await this.found.findPin(tenantId, address)) ?? { ...found, revoked: false };
    return answer(keysOf(first, found));
  }

  /** What the directory says of the pinned key is kept: it may say nothing the next time. */
  async #keysOf(pinned: PinnedKey, published: Published | 'busy', { tenantId, address, offer }: Asked) {
    if (published === 'busy') return keysOf(pinned, null);
    const { fingerprint } = pinned;
    const found = foundOf(published, offer);
    if (pinned.revoked || !published.revoked.includes(fingerprint)) return keysOf(pinned, found);
    await this.found.revokePin(tenantId, address, fingerprint);
    return keysOf({ ...pinned, revoked: true }, found);
  }

  /**
   * Goes by the key with that fingerprint from now on, in the place of the one that is pinned.
   * @throws not_found, invalid_request, insufficient_scope, rate_limited
   */
  async pin(principal: Principal, text: string, fingerprint: string): Promise<FoundKeys> {
    const { parsed, address } = addressOf(text);
    const { tenantId } = principal;
    const before = await this.found.findPin(tenantId, address);
    // Only what was found is pinned, and that within the bounds of a tenant.
    if (!before) throw new DomainError('not_found', 'No key of this address is pinned.');
    const published = await this.#published(tenantId, parsed, address);
    if (published === 'busy') throw busy();
    const wanted = fingerprint.toLowerCase();
    const offer = await this.brought.find(tenantId, address);
    const found = foundOf(published, offer);
    const other = found && { ...found, revoked: false };
    const key = [before, other].find((each) => each?.fingerprint === wanted);
    if (!key) throw invalidField('fingerprint', 'is not of a key that was found for this address');
    await this.database.transaction(async (tx) => {
      await this.authority.require(tx, principal);
      const targetId = await this.found.pin(tx, tenantId, address, key);
      const details = { address, fingerprint: wanted, before: before.fingerprint };
      await this.audit.record(tx, principal, { action: 'key.pinned', tenantId, targetId, details });
    });
    return { address, keys: keysOf(key, found).map((each) => withPreference(each, offer)) };
  }

  async #published(tenantId: string, parsed: EmailAddress, address: string): Promise<Published | 'busy'> {
    const { domain } = parsed;
    if ((await this.hosted.among([domain])).has(domain)) return { key: await this.#hostedKey(parsed), revoked: [] };
    return this.#asking.get(address, () => this.#ask(tenantId, parsed, address));
  }

  async #hostedKey({ localPart, domain }: EmailAddress): Promise<PublishedKey | null> {
    const publicKey = await this.mailKeys.findPublished(webKeyHash(localPart), domain);
    if (!publicKey) return null;
    const { fingerprint } = await readPublicKey(armoredPublicKey(publicKey)).catch(() => ({ fingerprint: null }));
    return fingerprint === null ? null : { fingerprint, publicKey, source: 'hosted' };
  }

  async #ask(tenantId: string, { localPart, domain }: EmailAddress, address: string): Promise<Published | 'busy'> {
    const cached = await this.found.findCached(address);
    if (cached) return publishedOf(cached);
    const ask = () => this.#askInTurn(localPart, domain, address);
    return (await this.#slots.run(tenantId, MAX_WAIT_MS, ask)) ?? 'busy';
  }

  async #askInTurn(localPart: string, domain: string, address: string): Promise<Published | 'busy'> {
    if (!(await this.found.takeTurn(domain, TURN_SECONDS))) return 'busy';
    const answer = await this.directory.find(localPart, domain, (named) => isSame(named, address));
    const published = cachedOf(answer);
    await this.found.keep(address, published, KEPT_SECONDS[typeof answer === 'string' ? answer : 'key']);
    await this.found.endTurn(domain, REST_SECONDS);
    return publishedOf(published);
  }
}

function cachedOf(answer: DirectoryAnswer): Cached {
  if (typeof answer === 'string') return { fingerprint: null, publicKey: null, revoked: [] };
  const { usable, revoked } = answer;
  return { fingerprint: usable?.fingerprint ?? null, publicKey: usable?.bytes ?? null, revoked };
}

function publishedOf({ fingerprint, publicKey, revoked }: Cached): Published {
  if (fingerprint === null || publicKey === null) return { key: null, revoked };
  return { key: { fingerprint, publicKey, source: 'wkd' }, revoked };
}

/** What mail brought counts where its domain publishes nothing, and not if the domain has called that very key revoked. */
function foundOf({ key, revoked }: Published, offer: OfferedKey | null): PublishedKey | null {
  if (key || !offer || revoked.includes(offer.fingerprint)) return key;
  const { fingerprint, publicKey } = offer;
  return { fingerprint, publicKey, source: 'autocrypt' };
}

function withPreference(key: BareKey, offer: OfferedKey | null): FoundKey {
  const preferEncrypt = offer?.fingerprint === key.fingerprint ? offer.preferEncrypt : 'nopreference';
  return { ...key, preferEncrypt };
}

/** A key stays revoked, whatever is published of it later. */
function keysOf(pinned: PinnedKey, published: PublishedKey | null): BareKey[] {
  if (published?.fingerprint === pinned.fingerprint)
    return [{ ...(pinned.revoked ? pinned : published), revoked: pinned.revoked, pinned: true, changed: false }];
  const other = published ? [{ ...published, revoked: false, pinned: false, changed: true }] : [];
  return [{ ...pinned, pinned: true, changed: false }, ...other];
}

function addressOf(text: string): { parsed: EmailAddress; address: string } {
  const written = parseAddress(text);
  const address = written && canonicalAddress(written);
  const parsed = address === null ? null : parseAddress(address);
  if (address === null || parsed === null) throw invalidField('address', 'must be an email address');
  return { parsed, address };
}

function isSame(named: string, address: string): boolean {
  const parsed = parseAddress(named);
  return parsed !== null && canonicalAddress(parsed) === address;
}

function busy(): DomainError {
  return new DomainError('rate_limited', 'Keys of this domain, or of too many others, are being asked for.', {
    fix: 'Ask again after as long as retry-after says.',
    retryAfterSeconds: REST_SECONDS,
  });
}

function tooMany(): DomainError {
  return new DomainError('quota_exceeded', `The account has found keys of ${MAX_PINS} addresses.`, {
    fix: 'Keys of the addresses that it has are still found.',
  });
}
