export { defaultSendLimits, readSendLimits, SendLimits } from './external-mail/send-limits.js';
export { RiskControls } from './risk/risk-controls.js';
export { riskControls, type RiskControl } from './risk/risk-judgement.js';
export { RiskEventRepository, riskEvents, type RiskEvent, type RiskEventFilter } from './risk/risk-event.repository.js';
export { RISK_TALLY_SECONDS, riskTallies, RiskTallyRepository } from './risk/risk-tally.repository.js';
export { readRiskThresholds, RiskThresholds } from './risk/risk-thresholds.js';
export { RiskModule } from './risk/risk.module.js';
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
