/** What controllers know of the installation. */
export class ApiSettings {
  /** The OpenAPI document, described once the app is built. */
  document: object = {};

  constructor(
    readonly baseUrl: string,
    /** The host that takes mail in. */
    readonly mailHostname: string,
    /** Told of failures that no answer tells of. */
    readonly onError: (error: unknown) => void = () => {},
  ) {}
}
