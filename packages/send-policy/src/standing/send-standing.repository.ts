import { Inject, Injectable, Optional } from '@nestjs/common';
import { isOfFreeTier } from '@mailroom/billing';
import { Database, statement, type Statement } from '@mailroom/database';
import type { OutboundLevel, TenantState } from '@mailroom/identity';
import { externalMail } from '../external-mail/external-mail.rule.js';
import { defaultSendLimits, SendLimits } from '../external-mail/send-limits.js';
import { SendPolicy, type Objection } from '../send-policy.js';
import { suppression } from '../suppression/suppression.rule.js';
import { tenantState } from '../tenant-state.rule.js';

export type StandingRow = {
  readonly status: TenantState;
  readonly metered: boolean;
  /** Whether the limits of the free tier would hold, if it is metered. */
  readonly ofFreeTier: boolean;
  readonly level: OutboundLevel;
  /** External recipients that count against the limits. */
  readonly inHour: number;
  readonly inDay: number;
  /** Null where a mail to one external recipient would be accepted. */
  readonly rule: string | null;
  readonly details: unknown;
};

/** The mail that the policy is asked about: to one external recipient, whom nothing is known about. */
const hypothetical = {
  tenantId: '$1::text',
  mailboxId: '0',
  addresses: `'{}'::text[]`,
  externalAddresses: `'{}'::text[]`,
  externalCount: '1',
};

const standing = (policy: SendPolicy) =>
  statement(
    'send-standing',
    `with ${policy.judgement(hypothetical)}
     select s.status, s.metered, ${isOfFreeTier('s')} as "ofFreeTier", s.send_policy as level, o.rule, o.details,
       (select count(*)::int from spending, unnest(recent) t where t > at - interval '1 hour') as "inHour",
       coalesce((select cardinality(recent) from spending), 0) as "inDay"
     from sender s left join objection o on true`,
  );

/** Asks the rules what they would say, without taking or holding anything. */
@Injectable()
export class SendStandingRepository {
  readonly policy: SendPolicy;
  readonly #standing: Statement;

  constructor(
    private readonly database: Database,
    @Optional() @Inject(SendLimits) readonly limits: SendLimits = defaultSendLimits,
  ) {
    this.policy = new SendPolicy([suppression, tenantState, externalMail(limits, 'seen')]);
    this.#standing = standing(this.policy);
  }

  /** Returns null if there is no such tenant. */
  async find(tenantId: string): Promise<StandingRow | null> {
    const [row] = await this.database.query<StandingRow>(this.#standing, [tenantId]);
    return row ?? null;
  }

  /** What the caller would hear. */
  objectionOf({ rule, details }: StandingRow): Objection | null {
    return rule === null ? null : { rule, details };
  }
}
