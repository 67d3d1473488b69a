import type { SqlTx } from '@mailroom/database';
import type { DomainError } from '@mailroom/errors';
import { refusals } from './send-policy-metrics.js';
import type { IntendedSend, SendRule, SendTerms } from './send-rule.js';

/** What the first rule that objects has to say. */
export type Objection = { readonly rule: string; readonly details: unknown };

/** Decides whether mail may be sent now, in the transaction that accepts it. */
export class SendPolicy {
  /** Whether accepting mail takes more than the statement that writes it. */
  readonly settles: boolean;
  readonly #refused;

  /** @param rules in the order in which they count: of several objections the caller hears the first */
  constructor(private readonly rules: readonly SendRule[]) {
    this.settles = rules.some(({ settle }) => settle);
    this.#refused = new Map(rules.map((rule) => [rule.name, { rule, tally: refusals(rule.name) }]));
  }

  /** SQL: the first objection to a mail, as a row of `rule` and `details`; no row if it may be sent. */
  firstObjection(send: SendTerms): string {
    const judged = this.rules.map(
      ({ name, objection }, order) => `(${order}, '${name}', to_jsonb((${objection(send)})))`,
    );
    return `select rule, details from (values ${judged.join(', ')}) as judged (place, rule, details)
      where details is not null order by place limit 1`;
  }

  /** What the caller hears of an objection. */
  refusal({ rule: name, details }: Objection, send: IntendedSend): DomainError {
    const objecting = this.#refused.get(name);
    if (!objecting) throw new Error(`There is no rule ${name}.`);
    objecting.tally.inc();
    return objecting.rule.refusal(details as never, send);
  }

  /** Writes what the mail costs. */
  async settle(tx: SqlTx, send: IntendedSend, emailId: number): Promise<void> {
    for (const { settle } of this.rules) await settle?.(tx, send, emailId);
  }
}
