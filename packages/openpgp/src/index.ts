export { autocryptValue } from './autocrypt.js';
export { readArmoredSignature, readCleartext, type Cleartext } from './cleartext.js';
export { messageBlock } from './armor.js';
export { MAX_KEY_CHARACTERS } from './key-block.js';
export { KeyRefusal } from './key-refusal.js';
export { armoredLockedKey, readLockedKey, type LockedKey } from './locked-key.js';
export {
  envelopeFor,
  envelopeKeyId,
  isEncryptedMessage,
  MAX_ENVELOPE_BYTES,
  MESSAGE_HEAD_BYTES,
  messageKeyIds,
} from './message-key-ids.js';
export { armoredPublicKey, readPublicKey, type PublicKey } from './public-key.js';
export { readPublishedKeys, type PublishedKeys } from './published-keys.js';
export { sealMessage, type SealedMessage, type SealingKey } from './seal.js';
export { webKeyHash } from './web-key-hash.js';
export { verifySignature, type KeyVerdict, type SignatureQuestion } from './signature.js';
