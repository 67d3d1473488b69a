import type { ResolveJobDto } from '../jobs/resolve-job.dto.js';
import type { ReasonDto, SeenDto } from '../reason.dto.js';
import type { ChangeCreditsDto, ChangeStandingDto } from '../tenants/tenant.dto.js';

/** The body of each operation that takes one. */
type Bodies = {
  readonly suspendTenant: SeenDto;
  readonly restoreTenant: SeenDto;
  readonly changeTenantStanding: ChangeStandingDto;
  readonly approveUpgrade: SeenDto;
  readonly grantCredits: ChangeCreditsDto;
  readonly revokeCredits: ChangeCreditsDto;
  readonly disableMailbox: ReasonDto;
  readonly enableMailbox: ReasonDto;
  readonly enableWebhook: SeenDto;
  readonly replayDelivery: ReasonDto;
  readonly resolveJob: ResolveJobDto;
  readonly retryPoisonEvent: SeenDto;
  readonly discardPoisonEvent: SeenDto;
};

const changeId = '019a9f3c-5b7a-7c3e-8f1d-2b4a6c8e0f12';

const examples: Bodies = {
  suspendTenant: {
    reason: '214 of 1,507 messages to addresses that do not exist, from news@. Looks like a bought list.',
    expectedVersion: 'active.paid_review.external_review',
  },
  restoreTenant: { reason: 'The owner removed the list, and wrote to us from the bound wallet.' },
  changeTenantStanding: { reason: 'The sample looks fine.', sendPolicy: 'external_enabled' },
  approveUpgrade: { reason: 'It has paid, and its use is fine.' },
  grantCredits: { reason: 'Our outage of yesterday.', credits: 100, changeId },
  revokeCredits: { reason: 'Granted to the wrong tenant.', credits: 100, changeId },
  disableMailbox: { reason: 'Its token was published.' },
  enableMailbox: { reason: 'Its token was revoked.' },
  enableWebhook: { reason: 'Its owner says that it works again.', expectedVersion: 'disabled' },
  replayDelivery: { reason: 'Its owner has lost the message.' },
  resolveJob: { reason: 'The recipient confirmed by phone that it arrived once.', resolution: 'sent' },
  retryPoisonEvent: { reason: 'The fault is mended since the last release.' },
  discardPoisonEvent: { reason: 'The mailbox that it names was deleted.' },
};

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = examples;
