import type { SqlTx } from '@mailroom/database';
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

/** The same in SQL: expressions that a rule builds its query from. */
export type SendTerms = {
  readonly tenantId: string;
  readonly mailboxId: string;
  /** The canonical addresses of all recipients, each once, as `text[]`. */
  readonly addresses: string;
  /** Those among them that are external. */
  readonly externalAddresses: string;
};

/** One reason for which mail may not be sent. */
export type SendRule<Details = never> = {
  /** Names the rule in metrics, in kebab-case. */
  readonly name: string;
  /**
   * SQL: a query of one value, which is null or missing if nothing is wrong as far as this rule goes, and otherwise tells
   * `refusal` what is. It is a part of the statement that writes the mail, so it costs no round trip and sees what that
   * sees. A rule that counts what it lets through locks the row that it counts on (`for update`).
   */
  readonly objection: (send: SendTerms) => string;
  /** What the caller hears. @param details the value, as it comes out of JSON */
  readonly refusal: (details: Details, send: IntendedSend) => DomainError;
  /**
   * Writes what the mail costs, in its transaction; what is thrown undoes both. It makes each submission three round
   * trips instead of one.
   */
  readonly settle?: (tx: SqlTx, send: IntendedSend, emailId: number) => Promise<void>;
};
