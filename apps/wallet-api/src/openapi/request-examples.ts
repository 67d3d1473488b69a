import { challengeResource } from '../auth/challenge.js';
import type { MailboxSignInDto } from '../auth/mailbox-sign-in.dto.js';
import type { ChallengeDto, VerifyDto } from '../auth/siwe.dto.js';
import { leaseExamples } from '../leases/lease-routes.js';

/** The body of each operation that takes one. */
type Bodies = {
  readonly createChallenge: ChallengeDto;
  readonly verifyChallenge: VerifyDto;
  readonly signInToMailbox: MailboxSignInDto;
};

const examples: Bodies = {
  createChallenge: { wallet_address: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' },
  verifyChallenge: { message: challengeResource.example.message, signature: `0x${'5a'.repeat(64)}1b` },
  signInToMailbox: { address: 'calm-otter-42@mailroom.test', mailbox_password: 'k7Vd2mQx9TzR4bWnH8sYpL3c' },
};

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = { ...examples, ...leaseExamples };
