/** An answer that is bytes rather than data: every surface sends it as it is. */
export class RawAnswer {
  constructor(
    readonly body: Buffer | object,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
