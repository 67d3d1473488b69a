import { Injectable } from '@nestjs/common';
import { OperatorAuditRepository } from '@mailroom/identity';
import { MailHoursRepository } from '@mailroom/mail';
import type { ValueOf } from '@mailroom/openapi';
import { auditEntryView } from '../audit/audit-entry.js';
import { mailPointView } from '../tenants/mail-counts.js';
import { Decisions } from './decisions.js';
import type { overviewResource } from './overview.js';
import { Queues } from './queues.js';

type OverviewView = ValueOf<typeof overviewResource>;

const HOURS = 24;
const DAYS = 30;
const LAST_CHANGES = 10;

/** Puts together what an operator looks at first. */
@Injectable()
export class Overview {
  constructor(
    private readonly decisions: Decisions,
    private readonly queues: Queues,
    private readonly mail: MailHoursRepository,
    private readonly audit: OperatorAuditRepository,
  ) {}

  async now(): Promise<OverviewView> {
    const [waiting, queues, hours, days, { entries }] = await Promise.all([
      this.decisions.waiting(),
      this.queues.all(),
      this.mail.series(null, 'hour', HOURS),
      this.mail.series(null, 'day', DAYS),
      this.audit.list({ actor: 'operator' }, { cursor: undefined, limit: LAST_CHANGES }),
    ]);
    return {
      waiting,
      queues,
      hours: hours.map(mailPointView),
      days: days.map(mailPointView),
      lastChanges: entries.map(auditEntryView),
    };
  }
}
