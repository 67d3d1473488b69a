import { smtpReply, type SmtpReply } from './smtp-reply.js';

/** The reply to a command (EHLO's lines come as a string, ready to be sent), and what the connection does after it. */
export type Answer = {
  readonly reply: SmtpReply | Promise<SmtpReply> | string;
  readonly then: 'command' | 'data' | 'starttls' | 'close';
};

/** Builds an answer of one line. */
export function answer(code: number, enhanced: string | null, text: string, then: Answer['then'] = 'command'): Answer {
  return { reply: smtpReply(code, enhanced, text), then };
}
