/** What happened to mail in one hour or day. */
export type MailCounts = {
  readonly received: number;
  readonly handled: number;
  /** Messages that were accepted for sending. */
  readonly sent: number;
  /** Messages that some recipient did not get: refused for good, given up, or returned. */
  readonly bounced: number;
  readonly complained: number;
};

/** The counts from `at` on. */
export type MailPoint = MailCounts & { readonly at: Date };

/** How long hours are kept. */
export const MAIL_HOUR_DAYS = 32;
/** What happened is counted this long after: every transaction that was under way then has ended. */
export const COUNT_DELAY_SECONDS = 60;
