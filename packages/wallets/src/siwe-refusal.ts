import { DomainError } from '@mailroom/errors';

const details = {
  unknown: 'This is not a challenge that was issued here.',
  changed: 'This is not the very text that was issued.',
  used: 'The challenge was used already.',
  expired: 'The challenge has expired.',
  not_signed: 'The wallet did not sign this challenge.',
  unasked: 'The chain could not be asked whether this contract wallet signed the challenge.',
} as const;

/** Why a challenge does not let its sender in. It stays open, if it is. */
export function refused(reason: keyof typeof details): DomainError {
  const fix = reason === 'unasked' ? { fix: 'Send the same message and signature again in some seconds.' } : {};
  return new DomainError('invalid_siwe', details[reason], fix);
}
