export {
  bestCode,
  extract,
  type ExtractedCode,
  type ExtractedLink,
  type Extractions,
} from '../extraction/extractions.js';
export { readHtml, type HtmlText } from '../html/read-html.js';
export { extractedText } from '../quoting/extracted-text.js';
export { assessTrust, type TrustAssessment, type TrustVerdict } from '../trust/trust.js';
export { signalTypes, type TrustSignal, type TrustSignalType } from '../trust/trust-signal.js';
export { decodeAttachment } from './decode-attachment.js';
export type { MailReport, ReportedAction, ReportedRecipient } from './mail-report.js';
export { parseMessage } from './parse-message.js';
export type { MailAddress, ParsedAttachment, ParsedMessage } from './parsed-message.js';
