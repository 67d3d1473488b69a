/** Autocrypt 1.1 §2.1.1: a larger header is ignored by whoever reads it. */
const MAX_VALUE_BYTES = 10 * 1024;
/** With room for the name of the field. */
const LINE_CHARACTERS = 64;

/**
 * The value of the field `Autocrypt` by which a mail brings the key of its sender, in pieces that a header can be folded at;
 * null where the key is too large.
 */
export function autocryptValue(address: string, key: Uint8Array): string | null {
  // An address that needs quoting would end the attribute.
  if (!/^[^\s;=,"<>()]+@[^\s;=,"<>()]+$/.test(address)) return null;
  const data =
    Buffer.from(key)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? [];
  const value = [`addr=${address}; keydata=`, ...data].join(' ');
  return value.length > MAX_VALUE_BYTES ? null : value;
}
