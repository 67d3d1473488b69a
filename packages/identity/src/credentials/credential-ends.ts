import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EndWatch } from '@mailroom/concurrency';
import { CredentialAuthenticator } from './credential-authenticator.js';

/** A revocation works everywhere within 1 s, also for those who have been let in and wait. */
const CHECK_MS = 900;

/** Tells those who wait that the credential which let them in has ended. */
@Injectable()
export class CredentialEnds implements OnModuleDestroy {
  readonly #ends = new EndWatch<string>(CHECK_MS, (principalIds) => this.credentials.ended(principalIds));

  constructor(private readonly credentials: CredentialAuthenticator) {}

  /** Calls `onEnd` once the principal may do nothing more, unless the function that it returns is called before. */
  watch(principalId: string, onEnd: () => void): () => void {
    return this.#ends.watch(principalId, onEnd);
  }

  onModuleDestroy(): void {
    this.#ends.close();
  }
}
