/** Where work that nobody waits for tells of its failures. */
export class ErrorReporter {
  constructor(readonly report: (error: unknown) => void) {}
}
