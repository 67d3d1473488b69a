/** Whether strangers may sign up here, where their mailboxes are, and how often they may. */
export class SignupOptions {
  constructor(
    /** The domain of new mailboxes; null while nobody may sign up. */
    readonly domain: string | null,
    /** How many signups one network may make in any hour; 0 for any number. */
    readonly perNetworkHour: number,
    /** The same for all networks together. */
    readonly perHour: number,
  ) {}
}
