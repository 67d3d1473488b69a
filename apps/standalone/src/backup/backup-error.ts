/** A backup can't be made, read or restored; the message is one line that says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
