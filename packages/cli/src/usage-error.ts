/** Arguments that make no sense; what to do instead is in the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
