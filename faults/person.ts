import type { ApiClient } from './api-client.js';
import { loadMessage } from './message.js';
import { SmtpLane } from './smtp-lane.js';

export type PersonOptions = {
  readonly api: ApiClient;
  readonly address: string;
  readonly smtpPort: () => number;
};

/** What a person waited for, in milliseconds each. */
export type Times = { readonly mail: number[]; readonly calls: number[] };

const WAIT_SECONDS = 60;
const PAUSE_MS = 20;
const EARLIER_MS = 5_000;

/** Someone who gets one mail after the other and looks at the mailbox in between. */
export class Person {
  #count = 0;

  constructor(private readonly options: PersonOptions) {}

  /** Goes on for that long; throws where a mail is refused, does not come, or a call fails. */
  async live(seconds: number): Promise<Times> {
    const times: Times = { mail: [], calls: [] };
    const until = Date.now() + seconds * 1_000;
    await Promise.all([this.#getMail(until, times.mail), this.#call(until, times.calls)]);
    return times;
  }

  /** Measures the time from the 250 until the mail can be read. */
  async #getMail(until: number, times: number[]): Promise<void> {
    const { api, address, smtpPort } = this.options;
    const lane = new SmtpLane();
    while (Date.now() < until) {
      const subject = `personal ${(this.#count += 1)}`;
      // The mail may be there before the call is.
      const since = new Date(Date.now() - EARLIER_MS).toISOString();
      const criteria = { subject: `${subject}.`, since, timeoutSeconds: WAIT_SECONDS };
      const waiting = api.call('POST', '/emails/wait', criteria);
      const message = loadMessage(`${subject}.`, address, 2_000);
      const outcome = await lane.send(smtpPort(), 'ada@person.test', address, message);
      const acceptedAt = Date.now();
      if (outcome !== 'accepted') throw new Error(`The person's mail was ${outcome}.`);
      const { data, answeredAt } = await waiting;
      if (!(data as { email: object | null } | null)?.email) throw new Error(`${subject} did not come in a minute.`);
      times.push(Math.max(0, answeredAt - acceptedAt));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    lane.close();
  }

  async #call(until: number, times: number[]): Promise<void> {
    while (Date.now() < until) {
      const { status, sentAt, answeredAt } = await this.options.api.call('GET', '/emails');
      if (status !== 200) throw new Error(`The person's call was answered ${status}.`);
      times.push(answeredAt - sentAt);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

export function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
