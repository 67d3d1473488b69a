import { describe, expect, it } from '@jest/globals';
import type { Readers, ReleasedContent } from '@mailroom/mail';
import { BRIDGE_HEADERS, encryptionFields, encryptionView, type EncryptionView } from './encryption.js';
import { snakeEncryptionView } from './snake-encryption.js';

const nobody: Readers = { agentKey: null, ownerKey: null, bridgeKey: null };
const owner: Readers = { agentKey: null, ownerKey: 'owner-fingerprint', bridgeKey: null };
const agent: Readers = { agentKey: 'agent-fingerprint', ownerKey: null, bridgeKey: null };
const both: Readers = { agentKey: 'agent-fingerprint', ownerKey: 'owner-fingerprint', bridgeKey: null };

const open = {
  encrypted: false,
  decryptRequired: false,
  decryptStatus: 'not_encrypted',
  decryptAction: '',
  requiredHeaders: [],
  docsUrl: '',
  canDecryptLocally: false,
  oldMessageRecoverable: false,
  localBridgeRuntimeRequired: false,
  plaintextAvailableOnlyInPluginBridge: false,
  localBridgeDecryptionAttempted: false,
  encryptionKeyId: '',
  agentEnvelopeAvailable: false,
} as const;
const sealed = {
  ...open,
  encrypted: true,
  bodyAvailable: false,
  decryptRequired: true,
  docsUrl: 'https://mail.test/agent-guide',
} as const;
const missing = { ...sealed, decryptStatus: 'missing_agent_envelope', decryptAction: 'open_service_web_ui' } as const;
const available = {
  ...sealed,
  decryptStatus: 'agent_envelope_available',
  decryptAction: 'retry_with_local_bridge_headers',
  requiredHeaders: BRIDGE_HEADERS,
  canDecryptLocally: true,
  localBridgeRuntimeRequired: true,
  plaintextAvailableOnlyInPluginBridge: true,
  encryptionKeyId: 'agent-fingerprint',
  agentEnvelopeAvailable: true,
} as const;

type State = readonly [
  string,
  { encrypted: boolean; hasBody: boolean },
  Readers,
  boolean,
  Partial<EncryptionView>,
  ReleasedContent?,
];
const released: ReleasedContent = { ciphertext: 'armored', envelope: Buffer.from('packet') };
const mail = { encrypted: false, hasBody: true };
const encrypted = { encrypted: true, hasBody: false };

const states: readonly State[] = [
  ['open mail in full', mail, nobody, true, { ...open, bodyAvailable: true }],
  ['open mail in summary', mail, nobody, false, { ...open, bodyAvailable: false }],
  ['open mail without a body', { ...mail, hasBody: false }, nobody, true, { ...open, bodyAvailable: false }],
  ['open mail, whoever has keys', mail, both, true, { ...open, bodyAvailable: true }],
  ['mail for a key that nobody knows', encrypted, nobody, true, missing],
  [
    'mail for the owner',
    encrypted,
    owner,
    true,
    { ...missing, oldMessageRecoverable: true, encryptionKeyId: 'owner-fingerprint' },
  ],
  ['mail for the agent', encrypted, agent, true, available],
  ['mail for the owner and the agent', encrypted, both, true, available],
  ['mail for the agent in summary', encrypted, agent, false, available],
  [
    'mail for the agent whose bridge asks',
    encrypted,
    both,
    true,
    { ...available, localBridgeDecryptionAttempted: true },
    released,
  ],
  [
    'mail for nobody, whatever is released',
    encrypted,
    owner,
    true,
    { ...missing, oldMessageRecoverable: true, encryptionKeyId: 'owner-fingerprint' },
    released,
  ],
  ['open mail, whatever is released', mail, both, true, { ...open, bodyAvailable: true }, released],
  ['encrypted mail of which a body was kept', { encrypted: true, hasBody: true }, nobody, true, missing],
];

describe('what is said of the encryption of', () => {
  it.each(states.map((state) => [state[0], state] as const))(
    '%s is every field of the specification, and true',
    (_, [, email, readers, showsBody, expected, content]) => {
      const view = encryptionView(email, readers, {
        showsBody,
        baseUrl: 'https://mail.test',
        released: content,
      });
      expect(Object.keys(view).sort()).toEqual(Object.keys(encryptionFields).sort());
      const { decryptHint, ...others } = view;
      expect(others).toEqual(expected);
      expect(decryptHint === '').toBe(!email.encrypted);
      const snaked = snakeEncryptionView(view);
      expect(snaked.decrypt_status).toBe(view.decryptStatus);
      expect(snaked.plaintext_available_only_in_plugin_bridge).toBe(view.plaintextAvailableOnlyInPluginBridge);
      expect(Object.values(snaked)).toEqual(Object.values(view));
    },
  );
});
