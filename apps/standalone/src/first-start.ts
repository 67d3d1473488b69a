import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { DEFAULT_TENANT_ID, TenantService, TokenAuthenticator, TokenService } from '@mailroom/identity';
import { MailboxLooks, MailboxRepository } from '@mailroom/mail';
import { ServicesModule } from './services.module.js';
import { writeSecret } from './write-secret.js';

export type Installation = {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly dataDirectory: string;
  readonly mailDomains: readonly string[];
};

@Module({})
class FirstStartModule {
  static with(database: Database, blobs: BlobStore): DynamicModule {
    return { module: FirstStartModule, imports: [ServicesModule.with(database, blobs)] };
  }
}

/**
 * Creates what a new installation lacks: the first tenant, its domains and its manager token. Returns the path of the
 * file that contains the token.
 */
export async function prepareInstallation(installation: Installation): Promise<string> {
  const { database, blobs, dataDirectory, mailDomains } = installation;
  const app = await NestFactory.createApplicationContext(FirstStartModule.with(database, blobs), {
    logger: false,
    abortOnError: false,
  });
  await app.get(TenantService, { strict: false }).ensureDefault();
  await app.get(MailboxRepository, { strict: false }).ensureDomains(DEFAULT_TENANT_ID, mailDomains);
  await app.get(MailboxLooks, { strict: false }).fill();
  const path = join(dataDirectory, 'manager-token');
  if (!(await isValid(app.get(TokenAuthenticator, { strict: false }), path))) {
    const token = await app
      .get(TokenService, { strict: false })
      .issueManagerToken(DEFAULT_TENANT_ID, { name: 'first' });
    await writeSecret(path, `${token.text}\n`);
  }
  await app.close();
  return path;
}

async function isValid(tokens: TokenAuthenticator, path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return tokens.authenticate(text.trim()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'unavailable') throw error;
      return false;
    },
  );
}
