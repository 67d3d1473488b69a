import { about, object, resource, string, type ValueOf } from '@mailroom/openapi';
import type { IssuedChallenge } from '@mailroom/wallets';

export const challengeResource = resource(
  'Challenge',
  object({
    message: about(string, 'the text to sign (EIP-4361)'),
    nonce: string,
    expires_at: about(string, 'five minutes after its issue; until then it is good for one sign-in'),
  }),
  {
    message:
      'mail.example.com wants you to sign in with your Ethereum account:\n0x209693Bc6afc0C5328bA36FaF03C514EF312287C\n\n…',
    nonce: '6f1d2b4a6c8e0f12019a9f3c5b7a7c3e',
    expires_at: '2026-03-01T09:05:00.000Z',
  },
);

export function challengeView({ message, nonce, expiresAt }: IssuedChallenge): ValueOf<typeof challengeResource> {
  return { message, nonce, expires_at: expiresAt.toISOString() };
}
