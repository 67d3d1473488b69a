import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CredentialAuthenticator } from './credential-authenticator.js';

/** A revocation works everywhere within 1 s, also for those who have been let in and wait. */
const CHECK_MS = 900;

/**
 * Tells those who wait that the credential which let them in has ended. One question at a time asks about all who wait,
 * and none while nobody does.
 */
@Injectable()
export class CredentialEnds implements OnModuleDestroy {
  readonly #watched = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(private readonly credentials: CredentialAuthenticator) {}

  /** Calls `onEnd` once the principal may do nothing more, unless the function that it returns is called before. */
  watch(principalId: string, onEnd: () => void): () => void {
    const waiting = this.#watched.get(principalId) ?? new Set();
    this.#watched.set(principalId, waiting.add(onEnd));
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS);
    return () => {
      waiting.delete(onEnd);
      if (waiting.size === 0 && this.#watched.get(principalId) === waiting) this.#drop(principalId);
    };
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      for (const principalId of await this.credentials.ended([...this.#watched.keys()])) {
        const waiting = this.#watched.get(principalId) ?? [];
        this.#drop(principalId);
        for (const onEnd of waiting) onEnd();
      }
    } catch {
      // Nobody is told of an end while the database can't say so; the next look may.
    } finally {
      this.#checking = false;
    }
  }

  #drop(principalId: string): void {
    this.#watched.delete(principalId);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
