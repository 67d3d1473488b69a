export { chosenKey, isUsable, UntrustedKey, type FoundKey } from './chosen-key.js';
export { ciphertextOf } from './ciphertext-of.js';
export { decryptMessage, DecryptionFailure, type Signature } from './decrypt-message.js';
export type { EntityFile } from './mime-entity.js';
export { makeOwnKey, openOwnKey } from './own-key.js';
export { readPlainMail, type PlainFile, type PlainMail } from './plain-mail.js';
export { sealedEntity } from './sealed-entity.js';
