import { answer, type Answer } from './answer.js';
import { isGreetingArgument } from './command.parser.js';
import { data, mail, rcpt, rset } from './envelope.handlers.js';
import type { SessionState } from './session.state.js';
import { formatLines } from './smtp-reply.js';

/** 'wait' asks to be called again once the pending recipients have their answers. */
export type CommandHandler = (state: SessionState, argument: string) => Answer | 'wait';

function ehlo(state: SessionState, argument: string): Answer {
  if (!isGreetingArgument(argument)) return answer(501, '5.5.4', 'Syntax: EHLO hostname');
  state.greet(argument, true);
  const { hostname, maxMessageBytes } = state.options;
  const extensions = [`SIZE ${maxMessageBytes}`, 'PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'];
  if (state.offersTls) extensions.push('STARTTLS');
  return { reply: formatLines(250, [hostname, ...extensions]), then: 'command' };
}

function helo(state: SessionState, argument: string): Answer {
  if (!isGreetingArgument(argument)) return answer(501, '5.5.4', 'Syntax: HELO hostname');
  state.greet(argument, false);
  // This reply has no enhanced code (RFC 2034 §3).
  return answer(250, null, state.options.hostname);
}

function starttls(state: SessionState, argument: string): Answer {
  if (argument !== '') return answer(501, '5.5.4', 'Syntax: STARTTLS');
  if (state.session.tls !== null) return answer(503, '5.5.1', 'TLS is already active');
  if (!state.offersTls) return answer(502, '5.5.1', 'TLS is not available');
  return answer(220, '2.0.0', 'Ready to start TLS', 'starttls');
}

function quit(_state: SessionState, argument: string): Answer {
  return argument === '' ? answer(221, '2.0.0', 'Bye', 'close') : answer(501, '5.5.4', 'Syntax: QUIT');
}

const NOT_IMPLEMENTED = answer(502, '5.5.1', 'Command not implemented');
const NOT_SMTP = answer(421, '4.7.0', 'This is an SMTP server', 'close');
const HELP = answer(214, '2.0.0', 'See RFC 5321');
const NOOP = answer(250, '2.0.0', 'OK');
const VERIFY_SYNTAX = answer(501, '5.5.4', 'Syntax: VRFY address');
// The text is the same for all: the reply tells nobody whether an address exists (RFC 5321 §7.3).
const VERIFY = answer(252, '2.1.5', 'Send some mail, delivery will be tried');

/** Every verb that is not simply unknown. */
export const commandHandlers: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>([
  ['EHLO', ehlo],
  ['HELO', helo],
  ['STARTTLS', starttls],
  ['MAIL', mail],
  ['RCPT', rcpt],
  ['DATA', data],
  ['RSET', rset],
  ['NOOP', () => NOOP],
  ['QUIT', quit],
  ['HELP', () => HELP],
  ['VRFY', (_state, argument) => (argument === '' ? VERIFY_SYNTAX : VERIFY)],
  ...['EXPN', 'AUTH', 'BDAT', 'ETRN', 'TURN', 'SEND', 'SOML', 'SAML'].map((verb): [string, CommandHandler] => [
    verb,
    () => NOT_IMPLEMENTED,
  ]),
  // These mean that a browser was made to speak to port 25: nothing in its request may be taken for commands.
  ...['GET', 'POST', 'PUT', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'].map(
    (verb): [string, CommandHandler] => [verb, () => NOT_SMTP],
  ),
]);
