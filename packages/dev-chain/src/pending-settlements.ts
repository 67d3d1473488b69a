import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { PendingSettlementStore } from '@x402/core/facilitator';
import type { ChainDirectory } from './chain-directory.js';

type Entry = { readonly transaction: string };

/** Remembers which transactions were broadcast and not yet confirmed, for whoever asks again after a restart. */
export class PendingSettlements implements PendingSettlementStore {
  constructor(private readonly directory: ChainDirectory) {}

  async get(key: string): Promise<string | undefined> {
    return (await this.directory.read<Entry>(nameOf(key)))?.transaction;
  }

  async set(key: string, transaction: string): Promise<void> {
    await this.directory.write(nameOf(key), { transaction });
  }

  async delete(key: string): Promise<void> {
    await this.directory.remove(nameOf(key));
  }
}

function nameOf(key: string): string {
  return join('pending', `${createHash('sha256').update(key).digest('hex')}.json`);
}
