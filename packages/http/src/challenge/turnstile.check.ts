import { DomainError, type Complain, type Environment } from '@mailroom/errors';

export type TurnstileConfig = { readonly secret: string; readonly url: string };

const TIMEOUT_MS = 5_000;
const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Reads TURNSTILE_SECRET and TURNSTILE_URL; null if there is no secret, and so no challenge. */
export function readTurnstile(env: Environment, complain: Complain): TurnstileConfig | null {
  const secret = env.TURNSTILE_SECRET;
  const url = env.TURNSTILE_URL || TURNSTILE_URL;
  if (!URL.canParse(url)) complain(`TURNSTILE_URL must be a URL, not "${url}".`);
  return secret ? { secret, url } : null;
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', 'The Turnstile challenge was not passed.', {
    fix: 'Solve the challenge of the page again and send its token as turnstileToken.',
    fields: [{ field: 'turnstileToken', message }],
  });
}

/** Asks Cloudflare Turnstile whether a person, or an agent with a person behind it, passed the challenge. */
export class TurnstileCheck {
  /** If it is null, the installation has no challenge and nothing is checked. */
  constructor(private readonly config: TurnstileConfig | null) {}

  /** @throws invalid_request if the challenge was not passed; unavailable if nobody can say */
  async require(token: string | undefined): Promise<void> {
    if (this.config === null) return;
    if (token === undefined || token === '') throw refused('is required here');
    const { success } = await this.#verify(this.config, token);
    if (success !== true) throw refused('is not valid, or was used before');
  }

  async #verify({ secret, url }: TurnstileConfig, response: string): Promise<{ success?: unknown }> {
    try {
      const body = new URLSearchParams({ secret, response });
      const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) throw new Error(`Turnstile answered ${answer.status}.`);
      return (await answer.json()) as { success?: unknown };
    } catch (cause) {
      throw new DomainError('unavailable', 'The challenge could not be checked; try again later.', { cause });
    }
  }
}
