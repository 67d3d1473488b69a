export { defaultSendLimits, readSendLimits, SendLimits } from './external-mail/send-limits.js';
export { SendPolicy, type Objection } from './send-policy.js';
export { SendPolicyModule } from './send-policy.module.js';
export type {
  AcceptedTerms,
  ClassifiedRecipient,
  IntendedSend,
  IntendedTerms,
  SendRule,
  SendTerms,
} from './send-rule.js';
export { SendStanding, type OutboundStanding } from './standing/send-standing.js';
export { suppressionKey } from './suppression/suppression-key.js';
export { SuppressionRepository, type NewSuppression, type Suppression } from './suppression/suppression.repository.js';
export { SuppressionService } from './suppression/suppression.service.js';
