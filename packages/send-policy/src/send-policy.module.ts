import { Module } from '@nestjs/common';
import { MailModule } from '@mailroom/mail';
import { externalMail } from './external-mail/external-mail.rule.js';
import { defaultSendLimits, SendLimits } from './external-mail/send-limits.js';
import { RiskEventRepository } from './risk/risk-event.repository.js';
import { RiskTallyRepository } from './risk/risk-tally.repository.js';
import { SendPolicy } from './send-policy.js';
import { SendStanding } from './standing/send-standing.js';
import { SendStandingRepository } from './standing/send-standing.repository.js';
import { suppression } from './suppression/suppression.rule.js';
import { SuppressionRepository } from './suppression/suppression.repository.js';
import { SuppressionService } from './suppression/suppression.service.js';
import { tenantState } from './tenant-state.rule.js';

/** Judges mail, by the `SendLimits` that the app provides, or else by the default ones. */
@Module({
  imports: [MailModule],
  providers: [
    {
      provide: SendPolicy,
      useFactory: (limits = defaultSendLimits) => new SendPolicy([suppression, tenantState, externalMail(limits)]),
      inject: [{ token: SendLimits, optional: true }],
    },
    RiskEventRepository,
    RiskTallyRepository,
    SendStanding,
    SendStandingRepository,
    SuppressionRepository,
    SuppressionService,
  ],
  exports: [
    RiskEventRepository,
    RiskTallyRepository,
    SendPolicy,
    SendStanding,
    SuppressionRepository,
    SuppressionService,
  ],
})
export class SendPolicyModule {}
