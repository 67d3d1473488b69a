/** Takes the failures of work that nobody waits for. */
export class ErrorReporter {
  constructor(readonly report: (error: unknown) => void) {}
}
