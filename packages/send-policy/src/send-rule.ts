import type { DomainError } from '@mailroom/errors';

/** A recipient of a submission, as one of its fields names it; an address that several fields name is there as often. */
export type ClassifiedRecipient = {
  /** A dotted path, `cc.0`. */
  readonly field: string;
  readonly address: string;
  /** `hosted`: its domain is one of this installation, which the mail never leaves; `external`: any other. */
  readonly reach: 'hosted' | 'external';
};

/** What is about to be sent, as far as it matters to the question whether it may be. */
export type IntendedSend = {
  readonly tenantId: string;
  readonly mailboxId: number;
  readonly recipients: readonly ClassifiedRecipient[];
};

/** The same in SQL: expressions of whoever asks. */
export type IntendedTerms = {
  readonly tenantId: string;
  readonly mailboxId: string;
  /** The canonical addresses of all recipients, each once, as `text[]`. */
  readonly addresses: string;
  /** Those among them that are external. */
  readonly externalAddresses: string;
  /** How many of the recipients that get the mail are external, as `int`. */
  readonly externalCount: string;
};

/** What a rule builds its query from. */
export type SendTerms = IntendedTerms & {
  /** Names a CTE: the tenant as `tenantStanding` of identity shows it, or no row. */
  readonly sender: string;
};

/** CTEs of a mail that was accepted; they have no rows if it was not. */
export type AcceptedTerms = {
  /** One row for the mail. */
  readonly accepted: string;
  /** A row for each of its recipients: `job_id`, `position`, `credit`. */
  readonly recipients: string;
};

/** One reason for which mail may not be sent. What it says in SQL is a part of the statement that writes the mail. */
export type SendRule<Details = never> = {
  /** Names the rule in metrics, in kebab-case. */
  readonly name: string;
  /**
   * SQL: CTEs that the rule reads, separated by commas, each under a name that no other rule has. A rule that counts what
   * it lets through locks the row that it counts on, and reads nothing else that others change: after it has waited for
   * the lock, the statement sees the new row, but the other tables as they were when it began.
   */
  readonly facts?: (send: SendTerms) => string;
  /**
   * SQL: a query of one value, which is null or missing if nothing is wrong as far as this rule goes, and otherwise tells
   * `refusal` what is. It costs no round trip and sees what the statement sees.
   */
  readonly objection: (send: SendTerms) => string;
  /** What the caller hears. @param details the value, as it comes out of JSON */
  readonly refusal: (details: Details, send: IntendedSend) => DomainError;
  /** SQL: whether each external recipient of this mail costs a credit, which is then reserved. */
  readonly charges?: (send: SendTerms) => string;
  /** SQL: CTEs that write what an accepted mail costs, in the same form as `facts`. What fails in them refuses it. */
  readonly costs?: (send: SendTerms, mail: AcceptedTerms) => string;
};
