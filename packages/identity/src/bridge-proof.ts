/** The headers by which the bridge of an agent asks (specification 2, "Encrypted messages"). */
export const bridgeHeaders = {
  id: 'x-service-local-e2ee-bridge',
  secret: 'x-service-local-e2ee-bridge-secret',
  key: 'x-service-local-e2ee-bridge-key',
} as const;

/** What a request says to come from a bridge. */
export type BridgeProof = {
  /** 0 of what can't be one. */
  readonly bridgeId: number;
  /** The secret itself goes no further than the header. */
  readonly secretHash: Buffer;
  /** Of the agent key, hexadecimal digits in lower case. */
  readonly fingerprint: string;
};
