import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import type { Principal } from '@mailroom/identity';
import { webKeyHash } from '@mailroom/openpgp';
import { buildTenant, createTestDatabase, until } from '@mailroom/testing';
import { generateKey, revokeKey, type PrivateKey, type PublicKey } from 'openpgp';
import { AutocryptKeyRepository, FoundKeysModule, KeyFinder, WebKeyOptions } from '../src/index.js';
import { startDirectory, type Answer } from './fake-directory.js';

const principalOf = (tenantId: string, level: Principal['level']): Principal => ({
  id: 'token:1',
  name: '',
  scopes: ['read', 'send'],
  expiresAt: null,
  level,
  tenantId,
  mailboxId: null,
});

export type Finder = Awaited<ReturnType<typeof startFinder>>;

/** A finder for two tenants, with a directory for all domains of `.test`; those of `private.test` resolve to an inner host. */
export async function startFinder() {
  const [test, directory] = await Promise.all([createTestDatabase(), startDirectory()]);
  const database = new Database({ url: test.url, poolSize: 5 });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: {} },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  const { lookup, ca, port } = directory;
  @Module({ imports: [Resources, FoundKeysModule.with(new WebKeyOptions('loopback', { lookup, ca, port }))] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  for (const name of ['own', 'other']) await buildTenant(database, `tnt_${name}`, `${name}.example`);
  const service = app.get(KeyFinder, { strict: false });
  const manager = principalOf('tnt_own', 'manager');
  const pathOf = (address: string) => `hu/${webKeyHash(address.slice(0, address.indexOf('@')))}`;
  const hostOf = (address: string) => address.slice(address.indexOf('@') + 1);
  const answerWith = (address: string, answer: Answer) =>
    directory.answers.set(hostOf(address) + pathOf(address), answer);
  return {
    other: principalOf('tnt_other', 'manager'),
    agent: principalOf('tnt_own', 'mailbox'),
    find: (address: string, by = manager) => service.find(by, address),
    pin: (address: string, fingerprint: string, by = manager) => service.pin(by, address, fingerprint),
    answerWith,
    requestsFor: (address: string) =>
      directory.requests.filter((path) => path === hostOf(address) + pathOf(address)).length,
    isAsked: (address: string) =>
      until(() => directory.requests.includes(hostOf(address) + pathOf(address)), {
        what: 'the directory to be asked',
      }),
    letGo: () => directory.letGo(),
    /** Publishes a new key for the address, and returns its fingerprint. */
    publish: async (address: string, method: 'advanced' | 'direct' | 'slow', named = address) => {
      const { publicKey } = await generateKey({ userIDs: [{ email: named }], format: 'object' });
      answerWith(address, { key: Buffer.from(publicKey.write() as Uint8Array), isSlow: method === 'slow' });
      if (method === 'direct') directory.direct.add(hostOf(address));
      return publicKey.getFingerprint();
    },
    /** Publishes keys in one answer, of which some are revoked. */
    publishAll: async (address: string, keys: readonly { key: PrivateKey; revoked?: boolean }[]) => {
      const published = keys.map(({ key, revoked }) => (revoked ? revokedOf(key) : key.toPublic()));
      const bytes = (await Promise.all(published)).map((key) => key.write() as Uint8Array);
      answerWith(address, { key: Buffer.concat(bytes), isSlow: false });
    },
    /** Acts as if mail had brought a new key of the address to the first tenant; returns its fingerprint. */
    bring: async (address: string, key?: PublicKey) => {
      const brought = key ?? (await generateKey({ userIDs: [{ email: address }], format: 'object' })).publicKey;
      const publicKey = Buffer.from(brought.write() as Uint8Array);
      const learned = { address, publicKey, hash: publicKey, preferEncrypt: 'mutual', saidAt: new Date() } as const;
      const fingerprint = brought.getFingerprint();
      await app.get(AutocryptKeyRepository, { strict: false }).learn(['tnt_own'], { ...learned, fingerprint });
      return fingerprint;
    },
    /** As if hours had passed. */
    forget: async () => {
      await database.query(statement('test-forget', `delete from found_key`));
      await database.query(statement('test-rest', `delete from key_directory`));
    },
    pinsInAudit: (address: string) =>
      database.query(
        statement(
          'test-pins',
          `select details->>'fingerprint' as fingerprint, details->>'before' as before from audit_entry
           where action = 'key.pinned' and details->>'address' = $1`,
        ),
        [address],
      ),
    close: async () => {
      await app.close();
      await database.close();
      await Promise.all([directory.close(), test.drop()]);
    },
  };
}

async function revokedOf(key: PrivateKey): Promise<PublicKey> {
  return (await revokeKey({ key, format: 'object' })).publicKey;
}

/** A key that was made so many days ago, and is good for so many. */
export async function keyOf(address: string, daysAgo: number, days = 0): Promise<PrivateKey> {
  const date = new Date(Date.now() - daysAgo * 86_400_000);
  const userIDs = [{ email: address }];
  return (await generateKey({ userIDs, date, keyExpirationTime: days * 86_400, format: 'object' })).privateKey;
}
