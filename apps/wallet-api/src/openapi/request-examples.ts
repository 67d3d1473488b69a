import { challengeResource } from '../auth/challenge.js';
import type { ChallengeDto, VerifyDto } from '../auth/siwe.dto.js';
import { leaseExamples } from '../leases/lease-routes.js';

/** The body of each operation that takes one. */
type Bodies = {
  readonly createChallenge: ChallengeDto;
  readonly verifyChallenge: VerifyDto;
};

const examples: Bodies = {
  createChallenge: { wallet_address: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' },
  verifyChallenge: { message: challengeResource.example.message, signature: `0x${'5a'.repeat(64)}1b` },
};

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = { ...examples, ...leaseExamples };
