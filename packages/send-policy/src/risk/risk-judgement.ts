import type { RiskThresholds } from './risk-thresholds.js';

/** What happened in the last day, or since a control last acted if that is less. */
export type RiskFacts = {
  readonly tenantId: string;
  /** It counts since signup. */
  readonly ageSeconds: number;
  readonly recipients: number;
  readonly external: number;
  readonly bounces: number;
  readonly complaints: number;
  readonly suppressedTries: number;
  /** Different external recipients who never wrote; 0 where all external recipients are fewer than the threshold. */
  readonly strangers: number;
};

export const riskControls = [
  'hard-bounces',
  'complaints',
  'suppressed-tries',
  'strangers',
  'burst-after-signup',
] as const;
export type RiskControl = (typeof riskControls)[number];

/** `review` withdraws what was enabled, as far as credits don't pay for it; `suspend` stops all sending. */
export type RiskAction = 'review' | 'suspend';

export type Breach = {
  readonly control: RiskControl;
  readonly action: RiskAction;
  /** What the operator reads, who decides what becomes of it. */
  readonly why: string;
  /** What was counted, and the threshold. */
  readonly details: Readonly<Record<string, number>>;
};

const SECONDS_PER_HOUR = 3_600;

/** The controls that act on what happened. */
export function breachesOf(facts: RiskFacts, thresholds: RiskThresholds): Breach[] {
  const { ageSeconds, recipients, external, bounces, complaints, suppressedTries, strangers } = facts;
  const { bounceMin, bouncePercent, complaintMin, complaintPercent, burstHours } = thresholds;
  const breaches: (Breach | false)[] = [
    isShare(bounces, external, bounceMin, bouncePercent) && {
      control: 'hard-bounces',
      action: 'suspend',
      why: `${bounces} hard bounces from ${external} external recipients`,
      details: { bounces, external, bounceMin, bouncePercent },
    },
    isShare(complaints, external, complaintMin, complaintPercent) && {
      control: 'complaints',
      action: 'suspend',
      why: `${complaints} complaints from ${external} external recipients`,
      details: { complaints, external, complaintMin, complaintPercent },
    },
    isReached(suppressedTries, thresholds.suppressedTries) && {
      control: 'suppressed-tries',
      action: 'suspend',
      why: `${suppressedTries} mails to suppressed addresses`,
      details: { suppressedTries, threshold: thresholds.suppressedTries },
    },
    isReached(strangers, thresholds.strangers) && {
      control: 'strangers',
      action: 'review',
      why: `${strangers} external recipients who never wrote`,
      details: { strangers, threshold: thresholds.strangers },
    },
    ageSeconds < burstHours * SECONDS_PER_HOUR &&
      isReached(recipients, thresholds.burstRecipients) && {
        control: 'burst-after-signup',
        action: 'review',
        why: `${recipients} recipients within ${burstHours} hours of signup`,
        details: { recipients, threshold: thresholds.burstRecipients, burstHours },
      },
  ];
  return breaches.filter((breach) => breach !== false);
}

function isReached(count: number, threshold: number): boolean {
  return threshold > 0 && count >= threshold;
}

function isShare(count: number, of: number, min: number, percent: number): boolean {
  return isReached(count, min) && count * 100 >= percent * of;
}
