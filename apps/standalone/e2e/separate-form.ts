import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Database } from '@mailroom/database';
import { DEFAULT_TENANT_ID, IdentityModule, TenantService, TokenService } from '@mailroom/identity';
import { APPS, balanceHttp, balanceTcp, startNats, startSeparateApps } from '@mailroom/testing';
import type { Installation } from './installation.js';

const REPLICAS = 2;

@Global()
@Module({ imports: [IdentityModule], exports: [Database] })
class IdentityForTests {}

type Closing = (() => Promise<void>)[];

/** Two processes of each app over a NATS server, behind a balancer for HTTP and one for SMTP. */
export async function startSeparateForm(env: Record<string, string>): Promise<Installation> {
  const closing: Closing = [];
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part();
  };
  try {
    return { ...(await startParts(env, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(env: Record<string, string>, closing: Closing): Promise<Omit<Installation, 'close'>> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-e2e-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  const [nats, http, smtp] = await Promise.all([startNats(), balanceHttp(), balanceTcp()]);
  closing.push(nats.close, http.close, smtp.close);
  const { DATABASE_URL: databaseUrl = '', ...others } = env;
  const blobStoreUrl = pathToFileURL(join(directory, 'blobs')).href;
  const starting = startSeparateApps({
    databaseUrl,
    blobStoreUrl,
    natsUrl: nats.url,
    replicas: Object.fromEntries(APPS.map((app) => [app, REPLICAS])),
    env: {
      MAILROOM_BASE_URL: `http://localhost:${http.port}`,
      LOG_LEVEL: 'fatal',
      // One is enough, because the other replica has one too.
      PARSER_WORKERS: '1',
      ...others,
    },
  });
  closing.push(() =>
    starting.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  const [apps, managerToken] = await Promise.all([starting, firstToken(databaseUrl)]);
  const apiPorts = apps.replicas['mailbox-api'].map((process) => process.port('HTTP'));
  const smtpPorts = apps.replicas['smtp-ingest'].map((process) => process.port('SMTP'));
  http.setTargets(apiPorts);
  smtp.setTargets(smtpPorts);
  const managerTokenFile = join(directory, 'manager-token');
  await writeFile(managerTokenFile, `${managerToken}\n`);
  return {
    baseUrl: `http://127.0.0.1:${http.port}`,
    apiUrls: apiPorts.map((port) => `http://127.0.0.1:${port}`),
    smtpPort: smtp.port,
    smtpPorts,
    managerToken,
    managerTokenFile,
  };
}

/** Does what an operator does before the first start with `npm run ops -- tokens issue`, which has more to load. */
async function firstToken(url: string): Promise<string> {
  const database = new Database({ url, poolSize: 1 });
  const identity = { module: IdentityForTests, providers: [{ provide: Database, useValue: database }] };
  const app = await NestFactory.createApplicationContext(identity, { logger: false, abortOnError: false });
  try {
    await app.get(TenantService, { strict: false }).ensureDefault();
    const token = await app.get(TokenService, { strict: false }).issueManagerToken(DEFAULT_TENANT_ID, {});
    return token.text;
  } finally {
    await app.close();
    await database.close();
  }
}
