import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { CredentialAuthenticator, DEFAULT_TENANT_ID, TokenService } from '@mailroom/identity';
import { ServicesModule } from './services.module.js';
import { writeSecret } from './write-secret.js';

@Module({})
class FirstStartModule {
  static with(database: Database, blobs: BlobStore): DynamicModule {
    return { module: FirstStartModule, imports: [ServicesModule.with(database, blobs)] };
  }
}

/** Returns the path of the file with the first manager token, which it makes where a new installation lacks it. */
export async function ensureManagerToken(database: Database, blobs: BlobStore, dataDirectory: string): Promise<string> {
  const app = await NestFactory.createApplicationContext(FirstStartModule.with(database, blobs), {
    logger: false,
    abortOnError: false,
  });
  const path = join(dataDirectory, 'manager-token');
  if (!(await isValid(app.get(CredentialAuthenticator, { strict: false }), path))) {
    const token = await app
      .get(TokenService, { strict: false })
      .issueManagerToken(DEFAULT_TENANT_ID, { name: 'first' });
    await writeSecret(path, `${token.text}\n`);
  }
  await app.close();
  return path;
}

async function isValid(credentials: CredentialAuthenticator, path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return credentials.authenticate(text.trim()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'unavailable') throw error;
      return false;
    },
  );
}
