export { isOneWriting, lookOf } from './address/address-look.js';
export { parseAddress } from './address/address.parser.js';
export { canonicalAddress, type EmailAddress, formatAddress, withoutTag } from './address/email-address.js';
export { domainOf, organisationOf } from './address/organisation.js';
export { type ParsedPath, parsePath } from './address/path.parser.js';
export { type TextKind, textKindOf } from './attachment-text/text-kind.js';
export { textPage, type TextPage } from './attachment-text/text-page.js';
export { TEXT_READER_DEFAULTS, TextReader } from './attachment-text/text-reader.js';
export {
  bestCode,
  extract,
  type ExtractedCode,
  type ExtractedLink,
  type Extractions,
} from './extraction/extractions.js';
export { type HtmlText, readHtml } from './html/read-html.js';
export { decodeAttachment } from './mime/decode-attachment.js';
export type { HeaderField } from './mime/header-fields.js';
export type { MailReport, ReportedAction, ReportedRecipient } from './mime/mail-report.js';
export { parseMessage, readMessage } from './mime/parse-message.js';
export type { MailAddress, ParsedAttachment, ParsedMessage } from './mime/parsed-message.js';
export { charsetOfPart } from './mime/part-charset.js';
export { extractedText } from './quoting/extracted-text.js';
export { plainTextOf, type PlainTextSource } from './quoting/plain-text.js';
export { signalTypes, type TrustSignal, type TrustSignalType } from './trust/trust-signal.js';
export { assessTrust, type TrustAssessment, type TrustVerdict } from './trust/trust.js';
export { foldText } from './text/fold.js';
