import type { IncomingMessage } from 'node:http';
import { bridgeHeaders, hashToken, type BridgeProof } from '@mailroom/identity';
import { singleHeader } from './credentials.js';

const MAX_SECRET_CHARACTERS = 200;

/**
 * What the request brings of a local bridge; undefined where it has none of the headers. What has a wrong form is kept as what
 * can't be true, so that it is answered and counted like any other that is wrong. @throws invalid_request if one was sent twice
 */
export function bridgeProofOf(request: IncomingMessage): BridgeProof | undefined {
  const id = singleHeader(request, bridgeHeaders.id);
  const secret = singleHeader(request, bridgeHeaders.secret);
  const key = singleHeader(request, bridgeHeaders.key);
  if (id === undefined && secret === undefined && key === undefined) return undefined;
  const fingerprint = (key ?? '').trim().toLowerCase();
  const isWhole = /^\d{1,9}$/.test(id ?? '') && (secret ?? '').length <= MAX_SECRET_CHARACTERS;
  return {
    bridgeId: isWhole && /^[0-9a-f]{40,64}$/.test(fingerprint) ? Number(id) : 0,
    secretHash: hashToken(isWhole ? (secret ?? '') : ''),
    fingerprint: fingerprint.slice(0, 64),
  };
}
