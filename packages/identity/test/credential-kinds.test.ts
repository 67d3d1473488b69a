import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@mailroom/database';
import { buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import {
  AuditTrail,
  createTokenText,
  CredentialAuthenticator,
  CredentialKind,
  TokenService,
  type Credential,
  type Principal,
} from '../src/index.js';
import { AuditEntryRepository } from '../src/audit/audit-entry.repository.js';
import { TenantRepository } from '../src/tenant.repository.js';
import { TokenKind } from '../src/token-kind.js';
import { TokenRepository } from '../src/token.repository.js';

let test: TestDatabase;
let database: Database;
let tokens: TokenService;
let tokenKind: TokenKind;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  const repository = new TokenRepository(database);
  tokens = new TokenService(
    database,
    repository,
    new AuditTrail(new AuditEntryRepository(database)),
    new TenantRepository(database),
  );
  tokenKind = new TokenKind(repository);
  await buildTenant(database, 'tnt_a', 'a.test');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Sessions that live in memory, and count how often they are looked up. */
class SessionKind extends CredentialKind {
  override readonly name: string = 'session';
  override readonly prefixes = ['mrs_'];
  lookUps = 0;
  revokedAt: Date | null = null;
  expiresAt: Date | null = null;

  override async find(): Promise<Credential> {
    this.lookUps += 1;
    const { expiresAt, revokedAt } = this;
    const of = { tenantId: 'tnt_a', mailboxId: null, level: 'manager' as const };
    return { principal: { id: 'session:x', ...of, name: '', scopes: ['read'], expiresAt }, revokedAt };
  }

  override async ended(ids: readonly string[]): Promise<string[]> {
    return this.revokedAt ? [...ids] : [];
  }
}

function signIns() {
  const sessions = new SessionKind();
  const authenticator = new CredentialAuthenticator();
  authenticator.register(tokenKind);
  authenticator.register(sessions);
  return { authenticator, sessions };
}

describe('the authenticator', () => {
  it('signs in each kind by its prefix, as principals whose ids name the kind', async () => {
    const { authenticator } = signIns();
    const token = await tokens.issueManagerToken('tnt_a', { name: 'boss' });
    expect(await authenticator.authenticate(token.text)).toEqual({
      id: `token:${token.id}`,
      level: 'manager',
      tenantId: 'tnt_a',
      mailboxId: null,
      name: 'boss',
      scopes: ['read', 'send'],
      expiresAt: null,
    } satisfies Principal);
    expect(await authenticator.authenticate(createTokenText('mrs_'))).toMatchObject({ id: 'session:x' });
  });

  it('looks a credential up once for all that ask at the same time, and knows it from then on', async () => {
    const { authenticator, sessions } = signIns();
    const text = createTokenText('mrs_');
    const isKnown = () => {
      const presented = authenticator.present(text);
      return presented !== null && authenticator.isKnown(presented);
    };
    expect(isKnown()).toBe(false);
    await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticate(text)));
    expect(sessions.lookUps).toBe(1);
    expect(isKnown()).toBe(true);
  });

  it('looks nothing up for a prefix without a kind, or for a text that was not copied whole', async () => {
    const { authenticator, sessions } = signIns();
    for (const text of [createTokenText('mrx_'), createTokenText('mrs_').slice(0, -1), '', 'mrs_']) {
      expect(authenticator.present(text)).toBeNull();
      await expect(authenticator.authenticate(text)).rejects.toMatchObject({ code: 'invalid_token' });
    }
    expect(sessions.lookUps).toBe(0);
  });

  it('refuses what is revoked or has expired, whatever its kind', async () => {
    const { authenticator, sessions } = signIns();
    sessions.expiresAt = new Date(Date.now() - 1);
    await expect(authenticator.authenticate(createTokenText('mrs_'))).rejects.toMatchObject({ code: 'token_expired' });
    sessions.revokedAt = new Date();
    await expect(authenticator.authenticate(createTokenText('mrs_'))).rejects.toMatchObject({ code: 'token_revoked' });
  });

  it('asks each kind which of its own principals may do nothing any more', async () => {
    const { authenticator, sessions } = signIns();
    const [kept, gone] = [await tokens.issueManagerToken('tnt_a', {}), await tokens.issueManagerToken('tnt_a', {})];
    await tokens.revokeAny(gone.id);
    const ids = [`token:${kept.id}`, `token:${gone.id}`, 'session:x'];
    expect(await authenticator.ended(ids)).toEqual([`token:${gone.id}`]);
    sessions.revokedAt = new Date();
    expect(await authenticator.ended(ids)).toEqual([`token:${gone.id}`, 'session:x']);
  });

  it("takes no kind that would answer for another's texts or principals", () => {
    const { authenticator } = signIns();
    const samePrefix = Object.assign(new SessionKind(), { name: 'oauth' });
    const sameName = Object.assign(new SessionKind(), { prefixes: ['mro_'] });
    expect(() => authenticator.register(samePrefix)).toThrow(/oauth/);
    expect(() => authenticator.register(sameName)).toThrow(/session/);
  });
});
