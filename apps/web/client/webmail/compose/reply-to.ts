import type { Email } from '../api.js';

/** To whom an answer goes, and everybody else who read the message, without ourselves. */
export function replyTo({ from, replyTo: wished, to, cc, subject }: Email, own: string) {
  const one = (wished.length > 0 ? wished : [from]).map(({ email }) => email);
  const known = new Set(one.map((address) => address.toLowerCase()));
  const isOwn = (address: string) => untagged(address) === own.toLowerCase();
  const isOther = (address: string) => !known.has(address.toLowerCase()) && !isOwn(address);
  const others = [...to, ...cc].map(({ email }) => email).filter(isOther);
  return {
    one: one.join(', '),
    all: [...new Set(others)].join(', '),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}

/** Mail to `name+tag@` comes to the mailbox `name@`. */
const untagged = (address: string) => address.toLowerCase().replace(/^([^+@"]+)\+[^@]*@/, '$1@');
