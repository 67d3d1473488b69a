import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { ClientAddresses, RateLimitOptions } from '@mailroom/http';
import { networkOf, SINGLE_CLIENT } from '@mailroom/network';
import type { FastifyRequest } from 'fastify';

/** A mail program asks once for each person that is written to. */
const MAX_LOOKUPS = 300;
const WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

/** Slows down whoever tries names in the key directory, by client and in this process alone. */
@Injectable()
export class KeyLookups {
  readonly #counts = new Map<string, number>();
  #windowEndsAt = 0;

  constructor(
    private readonly addresses: ClientAddresses,
    private readonly options: RateLimitOptions,
  ) {}

  /** @throws rate_limited */
  count(request: FastifyRequest): void {
    if (this.options.limit === null) return;
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      this.#counts.clear();
      this.#windowEndsAt = now + WINDOW_MS;
    }
    const client = networkOf(this.addresses.of(request.raw), SINGLE_CLIENT);
    const count = (this.#counts.get(client) ?? 0) + 1;
    // Clients beyond that are one client, which leaves those that came before them as they are.
    const name = this.#counts.has(client) || this.#counts.size < MAX_CLIENTS ? client : '';
    this.#counts.set(name, name === client ? count : (this.#counts.get('') ?? 0) + 1);
    if (name !== client || count <= MAX_LOOKUPS) return;
    throw new DomainError('rate_limited', 'This client looks up too many keys.', {
      fix: 'Wait as long as retry-after says.',
      retryAfterSeconds: Math.ceil((this.#windowEndsAt - now) / 1_000),
    });
  }
}
