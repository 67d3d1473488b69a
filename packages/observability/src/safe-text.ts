const MAX_READ = 4_000;
const MAX_LENGTH = 400;

/**
 * An error's text without what it quotes: values that a database would not take, what a server answered, addresses,
 * tokens, and the path and password of a URL. Where others write what they like, it leaves out more than necessary.
 */
export function safeText(text: string): string {
  return (
    text
      .slice(0, MAX_READ)
      .replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi, '$1$2')
      .replace(/"[^]*"/g, '"…"')
      .replace(/`[^]*`/g, '`…`')
      .replace(/(^|[\s(:=,])'[^]*'(?=$|[\s).,:;])/g, "$1'…'")
      .replace(/<[^]*>/g, '<…>')
      // An SMTP reply (RFC 5321 §4.2); its words are the other server's.
      .replace(/(^|\s)([245]\d\d)([ -]\d\.\d{1,3}\.\d{1,3})?[ -][^]*$/, '$1$2$3 …')
      .replace(/[^\s"'<>:;,()]+@[^\s"'<>;,()]+/g, '…@…')
      .replace(/\b(?:mr[a-z]|whsec)_[\w+/=-]+/g, '…')
      .slice(0, MAX_LENGTH)
  );
}
