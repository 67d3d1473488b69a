export { decodeAttachment } from './decode-attachment.js';
export { parseMessage } from './parse-message.js';
export type { MailAddress, ParsedAttachment, ParsedMessage } from './parsed-message.js';
