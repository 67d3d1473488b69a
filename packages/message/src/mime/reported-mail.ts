/** `complained` comes from a feedback report, the others are the actions of RFC 3464 §2.3.3. */
export type ReportedAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | 'complained';

export type ReportedRecipient = {
  /** Original-Recipient comes first, then Final-Recipient; both as the report spells them, without their type. */
  readonly addresses: readonly string[];
  readonly action: ReportedAction;
  /** A status as in RFC 3463: the one it gives, or the one that its words mean where that says more; or "". */
  readonly status: string;
  /** The words of the host that decided, or "". */
  readonly diagnostic: string;
  readonly remoteMta: string;
};

/** What a machine reports about sent mail: a delivery status (RFC 3464) or a complaint (RFC 5965). */
export type MailReport = {
  readonly kind: 'delivery-status' | 'feedback';
  /** `report`: it has the form of one (RFC 6522). `text`: a machine wrote it for people, as anyone could. */
  readonly form: 'report' | 'text';
  /** The Message-ID of the reported message if its header is quoted, otherwise "". */
  readonly messageId: string;
  /** The envelope sender of the reported message if a feedback report names it, otherwise "". */
  readonly envelopeSender: string;
  readonly recipients: readonly ReportedRecipient[];
};
