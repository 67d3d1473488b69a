import { Module } from '@nestjs/common';
import { MailModule } from '@mailroom/mail';
import { SendPolicy } from './send-policy.js';
import { suppression } from './suppression/suppression.rule.js';
import { SuppressionRepository } from './suppression/suppression.repository.js';
import { SuppressionService } from './suppression/suppression.service.js';
import { tenantState } from './tenant-state.rule.js';

@Module({
  imports: [MailModule],
  providers: [
    { provide: SendPolicy, useFactory: () => new SendPolicy([suppression, tenantState]) },
    SuppressionRepository,
    SuppressionService,
  ],
  exports: [SendPolicy, SuppressionRepository, SuppressionService],
})
export class SendPolicyModule {}
