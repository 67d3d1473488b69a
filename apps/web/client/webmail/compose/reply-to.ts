import { arrivesAt } from '@mailroom/client';
import type { Email } from '../api.js';

/** To whom an answer goes, and everybody else who read the message, without ourselves. */
export function replyTo({ from, replyTo: wished, to, cc, subject }: Email, own: string) {
  const one = (wished.length > 0 ? wished : [from]).map(({ email }) => email);
  const known = new Set(one.map((address) => address.toLowerCase()));
  const isOther = (address: string) => !known.has(address.toLowerCase()) && !arrivesAt(address, own);
  const others = [...to, ...cc].map(({ email }) => email).filter(isOther);
  return {
    one: one.join(', '),
    all: [...new Set(others)].join(', '),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}
