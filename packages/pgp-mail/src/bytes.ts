/** How many bytes become characters in one call; more are too many arguments. */
const CHUNK = 32 * 1024;

/** Each byte as the character of its number. */
export function binaryOf(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) pieces.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return pieces.join('');
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(binaryOf(bytes));
}

/** The bytes of base64; what does not fill a group at the end is dropped. */
export function bytesOfBase64(text: string): Uint8Array {
  const whole = text.replace(/=+$/, '');
  return Uint8Array.from(atob(whole.length % 4 === 1 ? whole.slice(0, -1) : whole), (each) => each.charCodeAt(0));
}

export function concatenated(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function bytesOf(content: string | ArrayBuffer | Uint8Array): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
