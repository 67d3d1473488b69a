/** The octets of the header block with the CRLF of its last field, without the empty line after it (RFC 5322 §2.1). */
export function headerBlockLength(content: Buffer): number {
  if (content[0] === 13 && content[1] === 10) return 0;
  const end = content.indexOf('\r\n\r\n', 0, 'latin1');
  return end === -1 ? content.length : end + 2;
}

/** Whether the header block holds more than `max` Received fields; it counts no further than that. */
export function hasMoreReceivedThan(content: Buffer, max: number): boolean {
  const received = /^received[ \t]*:/gim;
  const block = content.toString('latin1', 0, headerBlockLength(content));
  for (let count = 0; received.test(block);) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}
