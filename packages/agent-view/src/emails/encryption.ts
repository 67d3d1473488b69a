import type { Email, Readers } from '@mailroom/mail';
import { about, boolean, list, object, string, type Described, word } from '@mailroom/openapi';

/** The headers by which the bridge of an agent asks (specification 2, "Encrypted messages"). */
export const BRIDGE_HEADERS: readonly string[] = [
  'x-service-local-e2ee-bridge',
  'x-service-local-e2ee-bridge-secret',
  'x-service-local-e2ee-bridge-key',
];

/** What the full view of an email says about its encryption, on every surface. */
export const encryptionFields = {
  encrypted: boolean,
  bodyAvailable: about(boolean, 'whether text or HTML is in the answer'),
  decryptRequired: boolean,
  decryptStatus: about(
    word(['not_encrypted', 'decrypted', 'agent_envelope_available', 'missing_agent_envelope']),
    'whether its session key is there for an agent key of the token that asks; for webhooks and event streams, which many ' +
      'hear, for any agent key of the mailbox',
  ),
  decryptHint: string,
  decryptAction: about(word(['', 'retry_with_local_bridge_headers', 'open_service_web_ui']), 'what to do next'),
  requiredHeaders: about(list(string), 'with which the bridge of the agent asks again'),
  docsUrl: string,
  canDecryptLocally: about(boolean, 'whether the private key on the machine of the agent can read it'),
  oldMessageRecoverable: about(boolean, 'no agent key can read it, but an owner key of the mailbox can'),
  localBridgeRuntimeRequired: boolean,
  plaintextAvailableOnlyInPluginBridge: boolean,
  localBridgeDecryptionAttempted: about(boolean, 'whether envelope material was released with this answer'),
  encryptionKeyId: about(
    string,
    'the fingerprint of the key that can read it: of the agent, else of the owner, else ""',
  ),
  agentEnvelopeAvailable: boolean,
};

const _described = object(encryptionFields);
export type EncryptionView = Described<typeof _described>;

type Told = Pick<EncryptionView, 'decryptStatus' | 'decryptHint' | 'decryptAction'>;

const OPEN: Told = { decryptStatus: 'not_encrypted', decryptHint: '', decryptAction: '' };

const ENVELOPE: Told = {
  decryptStatus: 'agent_envelope_available',
  decryptHint:
    'The body is end-to-end encrypted, also to the agent key that encryptionKeyId names: ask through the bridge that holds ' +
    'its private key.',
  decryptAction: 'retry_with_local_bridge_headers',
};

const OWNER_ALONE: Told = {
  decryptStatus: 'missing_agent_envelope',
  decryptHint:
    'The body is end-to-end encrypted to the owner of the mailbox, and to no agent key of this token: the owner can open it.',
  decryptAction: 'open_service_web_ui',
};

const NOBODY_KNOWN: Told = {
  decryptStatus: 'missing_agent_envelope',
  decryptHint: 'The body is end-to-end encrypted: open it where the private key is.',
  decryptAction: 'open_service_web_ui',
};

/**
 * What the server can say about an end-to-end encrypted body, which it never has: the one place where the state of a message
 * becomes the fields that describe it.
 */
export function encryptionView(
  { encrypted, hasBody }: Pick<Email, 'encrypted' | 'hasBody'>,
  { agentKey, ownerKey }: Readers,
  { showsBody, baseUrl }: { readonly showsBody: boolean; readonly baseUrl: string },
): EncryptionView {
  const hasEnvelope = encrypted && agentKey !== null;
  const told = !encrypted ? OPEN : hasEnvelope ? ENVELOPE : ownerKey !== null ? OWNER_ALONE : NOBODY_KNOWN;
  return {
    encrypted,
    bodyAvailable: showsBody && hasBody && !encrypted,
    decryptRequired: encrypted,
    ...told,
    requiredHeaders: hasEnvelope ? BRIDGE_HEADERS : [],
    docsUrl: encrypted ? `${baseUrl}/agent-guide` : '',
    canDecryptLocally: hasEnvelope,
    oldMessageRecoverable: encrypted && !hasEnvelope && ownerKey !== null,
    localBridgeRuntimeRequired: hasEnvelope,
    plaintextAvailableOnlyInPluginBridge: hasEnvelope,
    localBridgeDecryptionAttempted: false,
    encryptionKeyId: encrypted ? (agentKey ?? ownerKey ?? '') : '',
    agentEnvelopeAvailable: hasEnvelope,
  };
}

/** Takes these fields from a view, for a surface that shows them beside words of its own. */
export function encryptionOf(view: EncryptionView): EncryptionView {
  const names = Object.keys(encryptionFields) as (keyof EncryptionView)[];
  return Object.fromEntries(names.map((name) => [name, view[name]])) as EncryptionView;
}
