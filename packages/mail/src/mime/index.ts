export {
  bestCode,
  extract,
  type ExtractedCode,
  type ExtractedLink,
  type Extractions,
} from '../extraction/extractions.js';
export { readHtml, type HtmlText } from '../html/read-html.js';
export { extractedText } from '../quoting/extracted-text.js';
export { decodeAttachment } from './decode-attachment.js';
export { parseMessage } from './parse-message.js';
export type { MailAddress, ParsedAttachment, ParsedMessage } from './parsed-message.js';
