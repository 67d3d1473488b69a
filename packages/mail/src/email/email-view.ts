import type { Attachment } from '../attachment/attachment.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import type { Email, EmailContent } from './email.js';

export type EmailViewInput = {
  readonly email: Email;
  readonly mailbox: Pick<Mailbox, 'userId'>;
  /** Null in the summary view, and for a message that could not be parsed. */
  readonly content: EmailContent | null;
  readonly attachments: readonly Attachment[];
  readonly task?: unknown;
  readonly delivery?: unknown;
};

export type EmailViewOptions = { readonly view: 'summary' | 'full'; readonly baseUrl: string };

const NOT_AUTHENTICATED = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' };

/** The resource `Email` of the agent mailbox API (specification 1, "Email"). */
export function emailView(input: EmailViewInput, { view, baseUrl }: EmailViewOptions) {
  const { email, mailbox, content, attachments, task, delivery } = input;
  return {
    id: email.id,
    accountId: email.mailboxId,
    userId: mailbox.userId,
    direction: email.direction,
    status: email.status,
    unread: email.unread,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    replyTo: email.replyTo,
    subject: email.subject,
    ...(view === 'full' && bodyView(content)),
    snippet: email.snippet,
    ...encryptionView(email, view),
    verificationCode: email.verificationCode,
    ...(view === 'full' && { extractions: content?.extractions ?? { codes: [], links: [] } }),
    ...(view === 'full' && { trust: trustView(content), headers: content?.headers ?? [] }),
    messageId: email.messageId,
    inReplyTo: email.inReplyTo,
    threadId: email.threadId,
    providerMessageId: email.providerMessageId,
    errorMessage: email.errorMessage,
    labels: email.labels,
    date: email.sentAt?.toISOString() ?? null,
    createdAt: email.createdAt.toISOString(),
    attachmentCount: email.attachmentCount,
    ...(view === 'full' && { attachments: attachments.map((file) => attachmentView(file, email.mailboxId, baseUrl)) }),
    ...(delivery !== undefined && { delivery }),
    ...(task !== undefined && { task }),
  };
}

function bodyView(content: EmailContent | null) {
  const plainText = content?.plainText ?? '';
  const plainTextSource = content?.plainTextSource ?? 'text';
  return { plainText, plainTextSource, html: content?.html ?? '', extractedText: content?.extractedText ?? plainText };
}

/** Nothing is known about sent mail, or about mail that could not be read. */
function trustView(content: EmailContent | null) {
  const { spf, dkim, dmarc, arc } = content?.authentication ?? NOT_AUTHENTICATED;
  return { spf, dkim, dmarc, arc, ...(content?.trust ?? { verdict: 'neutral', signals: [] }) };
}

/** What the server can say about an end-to-end encrypted body, which it never has. */
function encryptionView({ encrypted, hasBody }: Email, view: EmailViewOptions['view']) {
  return {
    encrypted,
    bodyAvailable: view === 'full' && hasBody && !encrypted,
    decryptRequired: encrypted,
    decryptStatus: encrypted ? 'missing_agent_envelope' : 'not_encrypted',
    decryptHint: encrypted ? 'The body is end-to-end encrypted: open it where the private key is.' : '',
    decryptAction: encrypted ? 'open_service_web_ui' : '',
    requiredHeaders: [],
    docsUrl: '',
    canDecryptLocally: false,
    oldMessageRecoverable: false,
    localBridgeRuntimeRequired: false,
    plaintextAvailableOnlyInPluginBridge: false,
    localBridgeDecryptionAttempted: false,
    encryptionKeyId: '',
    agentEnvelopeAvailable: false,
  };
}

/** The resource `Attachment`; `url` takes the same credentials as every other operation. */
export function attachmentView(file: Attachment, mailboxId: number, baseUrl: string) {
  return {
    id: file.id,
    emailId: file.emailId,
    accountId: mailboxId,
    filename: file.filename,
    mimeType: file.mimeType,
    size: file.size,
    key: file.key,
    url: `${baseUrl}/api/agent/v1/attachments/${file.id}/content`,
    disposition: file.disposition,
    contentId: file.contentId,
    createdAt: file.createdAt.toISOString(),
  };
}
