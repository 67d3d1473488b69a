export {
  AUTOCRYPT_DAYS,
  AutocryptKeyRepository,
  MAX_AUTOCRYPT_KEYS,
  silentAutocryptKeys,
  type LearnedKey,
} from './autocrypt-key.repository.js';
export {
  encryptPreferences,
  keySources,
  MAX_PINS,
  type EncryptPreference,
  type FoundKey,
  type FoundKeys,
  type KeySource,
} from './found-key.js';
export { expiredFoundKeys, FOUND_KEY_SECONDS, restedDirectories } from './found-key.repository.js';
export { FoundKeysModule } from './found-keys.module.js';
export { KeyFinder } from './key-finder.service.js';
export { SenderKeyRepository } from './sender-key.repository.js';
export { SenderKeys, type SenderKey } from './sender-keys.service.js';
export { WebKeyDirectory, WebKeyOptions } from './web-key-directory.js';
