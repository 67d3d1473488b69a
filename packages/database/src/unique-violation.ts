import { causesOf } from './connection-failure.js';

const UNIQUE_VIOLATION = '23505';

/** Tells whether a statement failed because somebody else had just taken what can be had once. */
export function isUniqueViolation(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === UNIQUE_VIOLATION);
}
