// Leases mailboxes, each for a proof of its own, until it is killed. Says which leases it was given.
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PaymentProofs, PaymentsModule, PaymentsOptions, readPayments } from '@mailroom/billing';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { LeaseAllocation, LeasesModule, protectedRoutes, readLeases } from '@mailroom/leases';

const [url, agent] = process.argv.slice(2);
const principal = JSON.parse(agent);
const fail = (problem) => {
  throw new Error(problem);
};
const database = new Database({ url, poolSize: 8, secretKeys: [Buffer.alloc(32, 7)] });
const payments = PaymentsModule.with(new PaymentsOptions(readPayments({}, fail).prices, null, fail));
const settings = readLeases({ LEASE_DOMAIN: 'lease.test', FREE_LEASES_PER_HOUR: '0' }, fail);

class Resources {}
const providers = [
  { provide: Database, useValue: database },
  { provide: BlobStore, useValue: {} },
];
Global()(Resources);
Module({ providers, exports: providers })(Resources);
class Root {}
Module({ imports: [Resources, payments, LeasesModule.with(settings, 'https://mail.example', payments)] })(Root);

const app = await NestFactory.createApplicationContext(Root, { logger: false });
const [proofs, allocation] = [PaymentProofs, LeaseAllocation].map((type) => app.get(type, { strict: false }));
const { tenantId } = principal;
const lane = async () => {
  for (;;) {
    const { text } = await proofs.issue(
      { tenantId, baseUrl: '', proof: undefined },
      { tenantId, ...protectedRoutes.allocation },
    );
    const { id } = await allocation.allocate(principal, {}, text);
    process.stdout.write(`${id}\n`);
  }
};
await Promise.all(Array.from({ length: 6 }, lane));
