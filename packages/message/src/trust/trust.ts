import { domainOf } from '../address/organisation.js';
import type { HtmlText } from '../html/read-html.js';
import type { ParsedMessage } from '../mime/parsed-message.js';
import { aiInstructionsIn, instructionDetails, type AiInstruction, type Hiding } from './ai-instructions.js';
import { attachmentSignals } from './attachment-signals.js';
import { hiddenTextSignals, invisibleCharacterSignals, unreadTextSignals } from './hidden-signals.js';
import { linkSignals } from './link-signals.js';
import { senderSignals } from './sender-signals.js';
import { trustSignal, type TrustSignal, type TrustSignalType } from './trust-signal.js';

/**
 * `trusted`: DMARC passed and nothing at all was noticed. `suspicious`: DMARC failed, or there is a signal other than
 * those that honest mail has too. `neutral`: everything else, and so all mail without DMARC in which nothing was
 * noticed. The verdict says how careful to be, and never that what a mail says is true or should be done.
 */
export type TrustVerdict = 'trusted' | 'neutral' | 'suspicious';

export type TrustAssessment = { readonly verdict: TrustVerdict; readonly signals: readonly TrustSignal[] };

export type TrustInput = {
  readonly message: Pick<ParsedMessage, 'from' | 'to' | 'cc' | 'replyTo' | 'subject' | 'plainText' | 'attachments'>;
  readonly html: HtmlText | null;
  readonly authentication: { readonly spf: string; readonly dkim: string; readonly dmarc: string };
};

const MAX_SIGNALS = 30;
/** Signals that forwarders, mailing lists and companies with several domains cause every day. */
const HONEST: ReadonlySet<TrustSignalType> = new Set(['reply_to_mismatch', 'authentication_failure']);

/** Assesses what a careful reader should notice about a message, in time linear in its size. */
export function assessTrust({ message, html, authentication }: TrustInput): TrustAssessment {
  const { subject, plainText, attachments, from } = message;
  const shown = html?.lines.map(({ text }) => text).join('\n') ?? '';
  const hidden = html?.hidden.map(({ text }) => text).join('\n') ?? '';
  const filenames = attachments.flatMap(({ filename }) => filename ?? []).join('\n');
  const hiding = html ? hiddenTextSignals(html) : [];
  const signals = [
    ...authenticationSignals(authentication),
    ...senderSignals(message),
    ...(html ? [...unreadTextSignals(html), ...hiding] : []),
    ...invisibleCharacterSignals([subject, from?.name ?? '', plainText, shown, hidden]),
    ...instructionSignals([
      ['hidden text', hidden, hiding.length > 0 ? 'hidden' : 'shown'],
      ['source of the HTML', html?.asides.join('\n') ?? '', 'aside'],
      ['subject', subject, 'shown'],
      ["sender's name", from?.name ?? '', 'shown'],
      ['text', plainText, 'shown'],
      ['text', shown, 'shown'],
      ['name of an attachment', filenames, 'shown'],
    ]),
    ...linkSignals(html?.anchors ?? [], domainOf(from?.email ?? '')),
    ...attachmentSignals(attachments),
  ];
  return { verdict: verdictOf(signals, authentication.dmarc), signals: signals.slice(0, MAX_SIGNALS) };
}

function verdictOf(signals: readonly TrustSignal[], dmarc: string): TrustVerdict {
  if (dmarc === 'fail' || signals.some(({ type }) => !HONEST.has(type))) return 'suspicious';
  return dmarc === 'pass' && signals.length === 0 ? 'trusted' : 'neutral';
}

/** If DMARC passed, SPF or DKIM may still fail: a forwarder or a mailing list caused that. */
function authenticationSignals({ spf, dkim, dmarc }: TrustInput['authentication']): TrustSignal[] {
  if (dmarc === 'pass') return [];
  const failed = Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc }).filter(([, result]) => result === 'fail');
  return failed.map(([name]) => trustSignal('authentication_failure', `${name} failed.`));
}

function instructionSignals(texts: readonly (readonly [place: string, text: string, hiding: Hiding])[]): TrustSignal[] {
  const seen = new Set<AiInstruction>();
  const signals: TrustSignal[] = [];
  for (const [place, text, hiding] of texts) {
    for (const instruction of aiInstructionsIn(text, hiding)) {
      if (seen.has(instruction)) continue;
      seen.add(instruction);
      signals.push(trustSignal('ai_instructions', `The ${place} ${instructionDetails[instruction]}.`));
    }
  }
  return signals;
}
