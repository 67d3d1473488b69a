import { bridgeHeaders } from '@mailroom/identity';
import type { Email, Readers, ReleasedContent } from '@mailroom/mail';
import { about, boolean, list, object, string, type Described, word } from '@mailroom/openapi';

export const BRIDGE_HEADERS: readonly string[] = Object.values(bridgeHeaders);

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

/** What a bridge gets of a message that it can decrypt. */
export const encryptedContent = object({
  ciphertext: about(
    string,
    'the armored message; "" where it is too large for the answer, or was changed on its way: rawUrl has it',
  ),
  envelope: about(
    string,
    'the packet that wraps the session key for the key that encryptionKeyId names, in base64; "" where it is only in the message',
  ),
  rawUrl: about(string, 'the message as it came'),
});

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

type Shown = {
  readonly showsBody: boolean;
  readonly baseUrl: string;
  /** What the bridge of the caller gets with this answer. */
  readonly released?: ReleasedContent | undefined;
};

/**
 * What the server can say about an end-to-end encrypted body, which it never has: the one place where the state of a message
 * becomes the fields that describe it.
 */
export function encryptionView(
  { encrypted, hasBody }: Pick<Email, 'encrypted' | 'hasBody'>,
  { agentKey, ownerKey }: Readers,
  { showsBody, baseUrl, released }: Shown,
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
    localBridgeDecryptionAttempted: hasEnvelope && released !== undefined,
    encryptionKeyId: encrypted ? (agentKey ?? ownerKey ?? '') : '',
    agentEnvelopeAvailable: hasEnvelope,
  };
}

/** Takes these fields from a view, for a surface that shows them beside words of its own. */
export function encryptionOf(view: EncryptionView): EncryptionView {
  const names = Object.keys(encryptionFields) as (keyof EncryptionView)[];
  return Object.fromEntries(names.map((name) => [name, view[name]])) as EncryptionView;
}

/** What is released of an email to the bridge that asks for it. */
export function encryptedContentView({ id }: Pick<Email, 'id'>, released: ReleasedContent, baseUrl: string) {
  return {
    ciphertext: released.ciphertext,
    envelope: released.envelope?.toString('base64') ?? '',
    rawUrl: `${baseUrl}/api/agent/v1/emails/${id}/raw`,
  };
}
