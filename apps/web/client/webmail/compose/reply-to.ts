import type { Email } from '../api.js';

/** To whom an answer goes, and everybody else who read the message, without ourselves. */
export function replyTo({ from, replyTo: wished, to, cc, subject }: Email, own: string) {
  const one = (wished.length > 0 ? wished : [from]).map(({ email }) => email);
  const known = new Set([...one, own].map((address) => address.toLowerCase()));
  const others = [...to, ...cc].map(({ email }) => email).filter((address) => !known.has(address.toLowerCase()));
  return {
    one: one.join(', '),
    all: [...new Set(others)].join(', '),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}
