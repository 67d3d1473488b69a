/** Receives failures that no answer reports, with the id by which an answer names one. */
export type OnError = (error: unknown, ids?: { readonly requestId: string }) => void;

/** What the gateway knows about the installation. */
export class McpSettings {
  constructor(
    readonly baseUrl: string,
    /** Hosts and origins, beside that of the base URL, by which clients may call. */
    readonly allowedHosts: readonly string[],
    readonly onError: OnError,
  ) {}

  /** Where clients call. */
  get endpoint(): string {
    return `${this.baseUrl}/mcp`;
  }

  /** What a token can be asked for: the tool protocol, and the agent API beside it. */
  get resources(): readonly string[] {
    return [this.endpoint, `${this.baseUrl}/api/agent/v1`];
  }

  /** Who issues tokens. */
  get issuer(): string {
    return `${this.baseUrl}/oauth`;
  }

  /** Where a client learns who issues tokens (RFC 9728). */
  get resourceMetadataUrl(): string {
    return `${this.baseUrl}/.well-known/oauth-protected-resource/mcp`;
  }
}
