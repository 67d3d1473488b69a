/** Whether a header can hold it: a token consists of visible ASCII characters. "" stands for none. */
export function canBeToken(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}
