/** What views know about the installation. */
export class AgentViewOptions {
  constructor(readonly baseUrl: string) {}
}
