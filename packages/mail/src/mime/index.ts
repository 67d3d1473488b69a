export {
  bestCode,
  extract,
  type ExtractedCode,
  type ExtractedLink,
  type Extractions,
} from '../extraction/extractions.js';
export { decodeAttachment } from './decode-attachment.js';
export type { MailReport, ReportedAction, ReportedRecipient } from './mail-report.js';
export { parseMessage } from './parse-message.js';
export type { MailAddress, ParsedAttachment, ParsedMessage } from './parsed-message.js';
