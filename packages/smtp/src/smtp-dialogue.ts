import { answer, type Answer } from './answer.js';
import { commandHandlers } from './command.handlers.js';
import type { CommandLine, LineRefusal } from './command-line.reader.js';
import { parseCommand, type Command } from './command.parser.js';
import type { SessionState } from './session.state.js';

/** The number of refused commands after which a session is closed. */
const MAX_BAD_COMMANDS = 20;

const LINE_REFUSALS: Record<LineRefusal, Answer> = {
  too_long: answer(500, '5.5.2', 'Line too long'),
  bare_line_ending: answer(500, '5.5.2', 'Lines must end with CRLF'),
  control_character: answer(500, '5.5.2', 'Control characters are not allowed'),
  not_utf8: answer(500, '5.5.2', 'Neither ASCII nor UTF-8'),
};
const UNKNOWN = answer(500, '5.5.2', 'Command not recognized');
const TOO_MANY_COMMANDS = answer(421, '4.7.0', 'Too many commands', 'close');
const TOO_MANY_ERRORS = answer(421, '4.7.0', 'Too many errors', 'close');

/** Answers the command lines of one session in the required order. Knows nothing of sockets. */
export class SmtpDialogue {
  #commands = 0;
  #badCommands = 0;

  constructor(readonly state: SessionState) {}

  /**
   * Answers one line. 'wait' means not before the pending recipients have their answers; the same line is then passed
   * in again. RCPTs alone need not wait for each other.
   */
  answer(line: CommandLine): Answer | 'wait' {
    const command = 'text' in line ? parseCommand(line.text) : line.refusal;
    const { envelope } = this.state;
    const isRcpt = typeof command !== 'string' && command.verb === 'RCPT';
    if (envelope !== null && envelope.asked > 0 && !isRcpt) return 'wait';
    if (this.#commands >= this.state.options.maxCommands) return TOO_MANY_COMMANDS;
    const given = this.#answer(command);
    if (given === 'wait') return given;
    this.#commands += 1;
    if (isBad(given)) this.#badCommands += 1;
    return this.#badCommands >= MAX_BAD_COMMANDS ? TOO_MANY_ERRORS : given;
  }

  #answer(command: Command | LineRefusal): Answer | 'wait' {
    if (typeof command === 'string') return LINE_REFUSALS[command];
    const handle = commandHandlers.get(command.verb);
    return handle === undefined ? UNKNOWN : handle(this.state, command.argument);
  }
}

/** Counts syntax and sequence errors, but not what MailTransactions says about a recipient. */
function isBad({ reply }: Answer): boolean {
  if (typeof reply === 'string' || reply instanceof Promise) return false;
  return (reply.code >= 500 && reply.code <= 504) || reply.code === 555;
}
