/** What controllers know about the installation. */
export class ApiSettings {
  /** The OpenAPI document, described once the app is built. */
  document: object = {};

  constructor(readonly baseUrl: string) {}
}
