/** Why a key can't be taken; the message completes "the key …", and is safe to show. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
}
