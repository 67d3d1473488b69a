import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tokenIdOf, type Principal } from '@mailroom/identity';
import { counters } from '@mailroom/observability';
import { BridgeRepository } from './bridge.repository.js';

const proofs = counters(
  'mailroom_bridge_proofs_total',
  'requests for encrypted mail that say to be of a bridge',
  'outcome',
  ['accepted', 'refused'],
);

/** With which the secret of a bridge that does not exist is compared, which takes as long. */
const NO_HASH = Buffer.alloc(32);

/** Decides whether a request comes from the bridge that it names. */
@Injectable()
export class BridgeProofs {
  constructor(private readonly bridges: BridgeRepository) {}

  /** The key of the bridge; null for a request of none, and for whatever is wrong with its proof. */
  async keyOf({ id, bridge }: Principal): Promise<number | null> {
    if (!bridge) return null;
    const tokenId = tokenIdOf(id);
    const found = tokenId === null ? null : await this.bridges.findSecret(bridge.bridgeId, bridge.fingerprint, tokenId);
    const isSame = timingSafeEqual(found?.secretHash ?? NO_HASH, bridge.secretHash);
    const keyId = isSame && found ? found.keyId : null;
    proofs[keyId === null ? 'refused' : 'accepted'].inc();
    return keyId;
  }
}
