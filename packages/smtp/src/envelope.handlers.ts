import { parseAddress, parsePath, parseReversePath, type EmailAddress } from '@mailroom/message';
import { answer, type Answer } from './answer.js';
import { parseParameters } from './command.parser.js';
import { Envelope } from './envelope.js';
import type { SessionState } from './session.state.js';

const MAIL_SYNTAX = answer(501, '5.5.4', 'Syntax: MAIL FROM:<address>');
const RCPT_SYNTAX = answer(501, '5.5.4', 'Syntax: RCPT TO:<address>');
const BAD_SENDER = answer(501, '5.1.7', 'Bad sender address syntax');
const BAD_RECIPIENT = answer(501, '5.1.3', 'Bad recipient address syntax');
const BAD_PARAMETER = answer(501, '5.5.4', 'Bad parameter syntax');
const UNKNOWN_PARAMETER = answer(555, '5.5.4', 'Parameter not recognized');
const TOO_LARGE = answer(552, '5.3.4', 'Message size exceeds the limit');
// RFC 6531 §3.5 defines this reply.
const NEEDS_SMTPUTF8 = answer(553, '5.6.7', 'Address needs SMTPUTF8');
const SOURCE_ROUTE = answer(550, '5.7.1', 'Source routes are not accepted');
const SENDER_OK = answer(250, '2.1.0', 'OK');
const TOO_MANY_RECIPIENTS = answer(452, '4.5.3', 'Too many recipients');
const GREET_FIRST = answer(503, '5.5.1', 'Send EHLO first');
const NESTED_MAIL = answer(503, '5.5.1', 'A transaction is already open');
const MAIL_FIRST = answer(503, '5.5.1', 'Send MAIL first');
const RCPT_FIRST = answer(503, '5.5.1', 'Send RCPT first');
const NO_RECIPIENTS = answer(554, '5.5.1', 'No valid recipients');
const DATA_SYNTAX = answer(501, '5.5.4', 'Syntax: DATA');
const NO_MEMORY = answer(451, '4.3.1', 'Too much mail in progress, try again later');
const SEND_DATA = answer(354, null, 'End data with <CR><LF>.<CR><LF>', 'data');
const RSET_SYNTAX = answer(501, '5.5.4', 'Syntax: RSET');
const RESET = answer(250, '2.0.0', 'OK');

/** MAIL: opens a transaction (RFC 5321 §4.1.1.2; SIZE: RFC 1870, BODY: RFC 6152, SMTPUTF8: RFC 6531). */
export function mail(state: SessionState, argument: string): Answer {
  if (state.session.helo === '') return GREET_FIRST;
  if (state.envelope !== null) return NESTED_MAIL;
  if (!/^FROM:/i.test(argument)) return MAIL_SYNTAX;
  const path = parseReversePath(argument.slice(5));
  if (path.kind !== 'path') return BAD_SENDER;
  const parameters = parseParameters(path.rest);
  if (parameters === null) return BAD_PARAMETER;
  const refusal = mailParameterRefusal(state, parameters);
  if (refusal !== null) return refusal;
  const smtputf8 = parameters.has('SMTPUTF8');
  if (path.address?.nonAscii === true && !smtputf8) return NEEDS_SMTPUTF8;
  state.envelope = new Envelope(state.nextTransactionId(), path.address?.address ?? null, smtputf8);
  return SENDER_OK;
}

function mailParameterRefusal(
  { session, options }: SessionState,
  parameters: ReadonlyMap<string, string | null>,
): Answer | null {
  for (const [keyword, value] of parameters) {
    // HELO offers no extensions, so MAIL takes no parameters after it.
    if (!session.esmtp) return UNKNOWN_PARAMETER;
    if (keyword === 'SIZE') {
      if (value === null || !/^\d{1,20}$/.test(value)) return BAD_PARAMETER;
      if (Number(value) > options.maxMessageBytes) return TOO_LARGE;
    } else if (keyword === 'BODY') {
      if (value === null || !/^(?:7BIT|8BITMIME)$/i.test(value)) return BAD_PARAMETER;
    } else if (keyword === 'SMTPUTF8') {
      if (value !== null) return BAD_PARAMETER;
    } else return UNKNOWN_PARAMETER;
  }
  return null;
}

/** RCPT: asks MailTransactions for one recipient (RFC 5321 §4.1.1.3). */
export function rcpt(state: SessionState, argument: string): Answer | 'wait' {
  const { envelope, options, context, session } = state;
  if (envelope === null) return MAIL_FIRST;
  const recipient = parseRecipient(argument, options.hostname, envelope.smtputf8);
  if ('reply' in recipient) return recipient;
  const known = envelope.replyTo(recipient);
  if (known === 'asked') return 'wait';
  if (known !== null) return { reply: known, then: 'command' };
  if (envelope.size >= options.maxRecipients) return envelope.asked > 0 ? 'wait' : TOO_MANY_RECIPIENTS;
  const asked = state.guarded(() => context.transactions.admitRecipient(recipient, session));
  return { reply: envelope.add(recipient, asked), then: 'command' };
}

function parseRecipient(argument: string, hostname: string, smtputf8: boolean): EmailAddress | Answer {
  if (!/^TO:/i.test(argument)) return RCPT_SYNTAX;
  const path = parsePath(argument.slice(3));
  if (path.kind === 'source_route') return SOURCE_ROUTE;
  if (path.kind === 'syntax') return BAD_RECIPIENT;
  // The postmaster of this host can be reached without a domain (RFC 5321 §4.5.1).
  const recipient = path.kind === 'postmaster' ? parseAddress(`postmaster@${hostname}`) : path.address;
  if (recipient === null) return BAD_RECIPIENT;
  if (path.rest !== '') return parseParameters(path.rest) === null ? BAD_PARAMETER : UNKNOWN_PARAMETER;
  if (recipient.nonAscii && !smtputf8) return NEEDS_SMTPUTF8;
  return recipient;
}

/** DATA: the message may follow once somebody can take it (RFC 5321 §4.1.1.4). */
export function data(state: SessionState, argument: string): Answer {
  const { envelope } = state;
  if (argument !== '') return DATA_SYNTAX;
  if (envelope === null) return MAIL_FIRST;
  if (envelope.size === 0) return envelope.refused > 0 ? NO_RECIPIENTS : RCPT_FIRST;
  return state.context.budget.isExhausted ? NO_MEMORY : SEND_DATA;
}

/** RSET: drops the transaction but keeps the greeting. */
export function rset(state: SessionState, argument: string): Answer {
  if (argument !== '') return RSET_SYNTAX;
  state.envelope = null;
  return RESET;
}
