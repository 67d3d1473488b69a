import type { DomainError } from '@mailroom/errors';
import { tenantStanding } from '@mailroom/identity';
import { refusals } from './send-policy-metrics.js';
import type { AcceptedTerms, IntendedSend, IntendedTerms, SendRule, SendTerms } from './send-rule.js';

/** What the first rule that objects has to say. */
export type Objection = { readonly rule: string; readonly details: unknown };

/** The CTE of the tenant. */
const SENDER = 'sender';
/** How long one mail waits for another of the same tenant, or of the same idempotency key. */
const LOCK_TIMEOUT = '5s';

/** Decides whether mail may be sent now, in the statement that accepts it. */
export class SendPolicy {
  readonly #refused;

  /** @param rules in the order in which they count: of several objections the caller hears the first */
  constructor(private readonly rules: readonly SendRule[]) {
    this.#refused = new Map(rules.map((rule) => [rule.name, { rule, tally: refusals(rule.name) }]));
  }

  /**
   * SQL: CTEs, the last of which is `objection`: the first objection to a mail, as a row of `rule` and `details`; no row
   * if it may be sent. From here on the transaction waits for locks no longer than five seconds.
   */
  judgement(intended: IntendedTerms): string {
    const send = termsOf(intended);
    const facts = this.rules.flatMap((rule) => rule.facts?.(send) ?? []);
    const judged = this.rules.map(
      ({ name, objection }, order) => `(${order}, '${name}', to_jsonb((${objection(send)})))`,
    );
    return [
      `${SENDER} as materialized (
     select t.*, set_config('lock_timeout', '${LOCK_TIMEOUT}', true) from (${tenantStanding(send.tenantId)}) t)`,
      ...facts,
      `objection as materialized (
     select rule, details from (values ${judged.join(', ')}) as judged (place, rule, details)
     where details is not null order by place limit 1)`,
    ].join(`,
   `);
  }

  /** SQL, beside `judgement`: whether each external recipient costs a credit. */
  charge(intended: IntendedTerms): string {
    const charges = this.rules.flatMap((rule) => rule.charges?.(termsOf(intended)) ?? []);
    return charges.length === 0 ? 'false' : charges.map((charge) => `(${charge})`).join(' or ');
  }

  /** SQL, beside `judgement`: a list of CTEs that write what the mail costs, each with a comma before it. */
  costs(intended: IntendedTerms, mail: AcceptedTerms): string {
    const costs = this.rules.flatMap((rule) => rule.costs?.(termsOf(intended), mail) ?? []);
    return costs.map((cost) => `, ${cost}`).join('');
  }

  /** What the caller hears of an objection. */
  refusal(objection: Objection, send: IntendedSend): DomainError {
    this.#objecting(objection.rule).tally.inc();
    return this.explain(objection, send);
  }

  /** The same for whoever only asks: nothing is refused, so nothing is counted. */
  explain({ rule: name, details }: Objection, send: IntendedSend): DomainError {
    return this.#objecting(name).rule.refusal(details as never, send);
  }

  #objecting(name: string) {
    const objecting = this.#refused.get(name);
    if (!objecting) throw new Error(`There is no rule ${name}.`);
    return objecting;
  }
}

function termsOf(intended: IntendedTerms): SendTerms {
  return { ...intended, sender: SENDER };
}
