import { smtpReply, type SmtpReply } from './smtp-reply.js';

/** The reply to a command (a string is ready to be sent: EHLO's lines), and what the connection does once it is given. */
export type Answer = {
  readonly reply: SmtpReply | Promise<SmtpReply> | string;
  readonly then: 'command' | 'data' | 'starttls' | 'close';
};

/** Builds an answer of one line. */
export function answer(code: number, enhanced: string | null, text: string, then: Answer['then'] = 'command'): Answer {
  return { reply: smtpReply(code, enhanced, text), then };
}
