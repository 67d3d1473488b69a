import type { Place } from '../text/lexicon.js';
import { clauseEndsIn, firstBehind } from '../text/places.js';
import { isTheReader } from './ai-readers.js';
import {
  ADDRESS,
  BECOME,
  CONCEAL,
  EARLIER,
  GOODS,
  HELPER,
  IGNORE,
  MACHINE,
  PROMPT,
  RULE,
  RUN,
  TELL,
  TOOL,
  UNBOUND,
  USER,
} from './ai-lexicon.js';

/** What a text asks of a machine that reads it. */
export type AiInstruction =
  'override' | 'address' | 'prompt' | 'role' | 'secrecy' | 'exfiltration' | 'tool' | 'role marker' | 'likeness';

/** Something that was noticed, how much it weighs, and where. */
export type Sign = { readonly is: AiInstruction; readonly weight: number; readonly at: number };

const MAX_PLACES = 5_000;
const CLAUSE = 90;
const NEAR = 60;
/** The start of a line or of a sentence, as somebody is addressed. */
const BEGINS = /(?:^|[\n.!?。！？:：>"'“”«([*#|—–-])[\s*_#>"'“«([|-]*$/u;
/** Who drops one thing and follows another gives advice. */
const FOLLOW =
  /(?<!not |n't |nicht |pas |no |não |non |niet )(?<!\p{L})(?:follow|befolg|suiv|sigue|siga|segui|segua|volg)/iu;
/** What follows whom somebody calls; in languages that mark the subject, its particle. */
const VOCATIVE = /^\s?(?:[,،，、:：]|は|는|은|[^\n.!?,]{0,34}[:：])/u;
/** "Ignore our last mail, the instructions are attached": an earlier mail is ignored, and no instructions. */
const MAIL =
  /mail|message|mensaje|mensagem|messaggio|schreiben|nachricht|bericht|courriel|lettre|carta|lettera|brief|письм|сообщен|лист|повідомл|съобщ|порук|رسال|بريد|ایمیل|پیام|posta|zpráv|správ|wiadomo|mesaj|meddel|besked|melding|viesti|surat|pesan|thư|อีเมล|メール|邮件|郵件|메일|μήνυμα|levél|üzenet|poruk|sporočil|הודע|ईमेल|संदेश/iu;
const REPORTED =
  /(?:tells?|telling|tricks?|tricking|asks?|asking|instructs?|gets?|makes?|convinces?|lässt|bringt|dazu bringen|demande à|pide a|dice a) (?:an?|the|your|any|ein|eine|einen|die|das|l'|un|une|una|el|al) ?(?:ai |ki )?(?:model|assistant|agent|llm|chatbot|modell|assistent\w{0,2}|modèle|modelo|bot)\w{0,8} (?:\w{1,10} ){0,3}$/iu;
const MORE = /[,;؛،·；，、]|[\u0e00-\u0e7f]\s/u;
/** Names that people have, too. */
const PERSON = /^(?:claude|gemini|siri|alexa|bard|model)/i;
/** As an AI, you: whoever speaks of an AI says something else next. */
const YOU =
  /^[^\n.!?]{0,36}(?<!\p{L})(?:you (?:must|should|are|need|have to|shall|may|can|ignore|now)|your (?:task|job|goal|instructions|role|first)|du|dein|sie müssen|ihre aufgabe|tu|ton|vous|votre|usted|tienes|debes|você|deve|devi|je|uw|jouw|twoim|musisz|ты|вы|твоя|должен|ти|sen|senin|anda|kamu|bạn|din|sinun|musíš|kell|trebuie|πρέπει|трябва|moraš|privalai|tev|pead)(?!\p{L})|^.{0,24}(?:你|您|あなた|당신|너는|أنت|عليك|يجب|شما|آپ|आप|আপনি|நீங்கள்|మీరు|คุณ|אתה|עליך)/iu;
const YOUR =
  /(?<!\p{L})(?:your|deine?[mnr]?|ihre?[mnr]?|ton|ta|tes|votre|vos|tus?|seus?|suas?|tuoi?|tue|jouw|je|swoj\p{L}*|тво\p{L}+|свои\p{L}*|din|ditt)(?!\p{L})|你的|您的|あなたの|당신의|네 /iu;
const ENCODINGS = /[bB]ase64|BASE64|[rR][oO][tT]13|[hH]ex/;
/** One of these is in each of them, and none in most texts: they are found in a quarter of the time. */
const OF_ENCODINGS = ['64', '13', 'Hex', 'hex'];
const DECODE =
  /(?:de(?:code|cipher|kodier|kodiere|codific\w{0,4}|codez?)|декодир\p{L}{0,4}|解码|解碼|デコード|디코딩)[^\n.]{0,40}(?:base64|rot13|hex)/giu;
const TARGET = /[\w.+-]{1,64}@[\w-]{1,63}\.|https?:\/\//;

function begins(text: string, at: number): boolean {
  return BEGINS.test(text.slice(Math.max(0, at - 8), at));
}

type Words = (bit: number) => readonly Place[];

/** Finds what the words of a text ask of a machine, by which of them stand together. */
export function intentsIn(text: string, places: readonly Place[]): Sign[] {
  if (places.length === 0) return decodings(text);
  const lists = new Map<number, readonly Place[]>();
  const words: Words = (bit) => {
    const known = lists.get(bit) ?? places.filter(({ is }) => (is & bit) !== 0).slice(0, MAX_PLACES);
    lists.set(bit, known);
    return known;
  };
  return [
    ...overrides(text, words),
    ...addresses(text, words),
    ...roles(text, words),
    ...pairs(text, words, TELL, PROMPT, 80).map((at): Sign => ({ is: 'prompt', weight: 3, at })),
    ...pairs(text, words, CONCEAL, USER, NEAR).map((at): Sign => ({
      is: 'secrecy',
      weight: begins(text, at) ? 3 : 2,
      at,
    })),
    ...exfiltrations(text, words),
    ...pairs(text, words, RUN, TOOL, 40).map((at): Sign => {
      return { is: 'tool', weight: YOUR.test(text.slice(at, at + 40)) ? 2 : 1, at };
    }),
    ...words(CONCEAL).map(({ at }): Sign => ({ is: 'secrecy', weight: 1, at })),
    ...decodings(text),
  ];
}

/** Who asks to decode something has hidden it from people. */
function decodings(text: string): Sign[] {
  if (!OF_ENCODINGS.some((piece) => text.includes(piece)) || !ENCODINGS.test(text)) return [];
  return [...text.matchAll(DECODE)].slice(0, 5).map(({ index: at }): Sign => ({ is: 'tool', weight: 1, at }));
}

/** The places of one kind that have one of another near them in their clause. */
function pairs(text: string, words: Words, first: number, second: number, reach: number): number[] {
  const others = words(second);
  if (others.length === 0) return [];
  return words(first).flatMap((place) => (beside(text, place, others, reach) === undefined ? [] : place.at));
}

function beside(text: string, place: Place, others: readonly Place[], reach: number): Place | undefined {
  for (let i = firstBehind(others, place.at - reach); i < others.length; i++) {
    const other = others[i];
    if (other === undefined || other.at > place.end + reach) return undefined;
    if (other.at === place.at) continue;
    const [from, to] = other.at < place.at ? [other.end, place.at] : [place.end, other.at];
    if (to - from <= reach && !clauseEndsIn(text, from, to)) return other;
  }
  return undefined;
}

function overrides(text: string, words: Words): Sign[] {
  const rules = words(RULE);
  if (rules.length === 0) return [];
  return words(IGNORE).flatMap((place): Sign[] => {
    const rule = beside(text, place, rules, CLAUSE);
    if (rule === undefined || beside(text, place, words(EARLIER), CLAUSE) === undefined) return [];
    const between = text.slice(Math.min(place.end, rule.at), rule.at);
    if (FOLLOW.test(between) || isAboutMail(text, place, between)) return [];
    return [{ is: 'override', weight: isQuoted(text, place) || isReported(text, place) ? 2 : 3, at: place.at }];
  });
}

/** "The attack tells the model to drop its rules": whoever tells of it asks for nothing. */
function isReported(text: string, { at }: Place): boolean {
  return REPORTED.test(text.slice(Math.max(0, at - 60), at));
}

function isAboutMail(text: string, { at, end }: Place, between: string): boolean {
  const stop = between.search(MORE);
  return stop !== -1 && MAIL.test(text.slice(Math.max(0, at - 30), end + stop));
}

/** A title or a quotation of few words is what somebody speaks about. */
function isQuoted(text: string, { at, end }: Place): boolean {
  return /["“„«]$/.test(text.slice(at - 1, at)) && /^[^"“”„«»\n]{0,40}["”“»]/.test(text.slice(end, end + 41));
}

function addresses(text: string, words: Words): Sign[] {
  const signs: Sign[] = [];
  const calls = words(ADDRESS);
  for (const place of words(MACHINE)) {
    const call = callBefore(text, place, calls);
    const behind = text.slice(place.end, place.end + 40);
    const isLine = begins(text, place.at);
    const isCalled = /^[^\n.!?:：,，]{0,34}[:：,，!！]|^\s*[\n)\]*—–-]/u.test(behind);
    const isToYou = call === 'line' && YOU.test(behind);
    const weight =
      call === 'if' || isToYou || (call === 'line' && isCalled) || isTheReader(text, place.at, place.end)
        ? 3
        : isLine && place.end - place.at > 5 && VOCATIVE.test(behind)
          ? 2.5
          : isLine && /^[:：,，]\s/.test(behind)
            ? 1.9
            : call === 'line'
              ? 1
              : 0.5;
    signs.push({ is: 'address', weight, at: place.at });
  }
  for (const place of words(HELPER)) {
    const isPerson = PERSON.test(text.slice(place.at, place.end));
    const isCalled = begins(text, place.at) && VOCATIVE.test(text.slice(place.end, place.end + 40));
    if (isCalled || callBefore(text, place, calls) === 'line') {
      signs.push({ is: 'address', weight: isPerson ? 1 : 2, at: place.at });
    }
  }
  return signs;
}

/** Whether a word is spoken to: at the beginning of a line or sentence, or as "if you are". */
function callBefore(text: string, { at, end }: Place, calls: readonly Place[]): 'if' | 'line' | null {
  const next = firstBehind(calls, at);
  for (const call of calls.slice(Math.max(0, next - 2), next)) {
    const gap = text.slice(call.end, at);
    if (call.end > at || gap.length > 14 || /[\n.!?:]/.test(gap)) continue;
    const said = text.slice(call.at, call.end).toLowerCase();
    if (IF.test(said)) return 'if';
    if (begins(text, call.at)) return 'line';
  }
  const behind = calls[firstBehind(calls, end)];
  return behind !== undefined && behind.at - end <= 3 && /[\u3040-\u30ff\uac00-\ud7a3]/.test(text[behind.at] ?? '')
    ? 'line'
    : null;
}

const IF =
  /^(?:if|wenn|falls|si |se |als |jeśli|jeżeli|если|якщо|eğer|如果|もし|あなた|만약|당신|إذا|اگر|यदि|अगर|যদি|jika|nếu|หาก|ถ้า|om du|hvis|jos|pokud|jestli|ak si|ha |dacă|αν|εάν|ако|ako|če|jei|ja |kui|אם)/;

function roles(text: string, words: Words): Sign[] {
  const [unbound, machines] = [words(UNBOUND), words(MACHINE)];
  return words(BECOME).flatMap((place): Sign[] => {
    if (beside(text, place, unbound, NEAR) !== undefined) return [{ is: 'role', weight: 3, at: place.at }];
    const isMachine = beside(text, place, machines, 16) !== undefined;
    return [{ is: 'role', weight: isMachine ? 2 : 0.5, at: place.at }];
  });
}

function exfiltrations(text: string, words: Words): Sign[] {
  const goods = words(GOODS);
  return words(TELL).flatMap((place): Sign[] => {
    const good = beside(text, place, goods, NEAR);
    if (good === undefined) return [];
    const hasTarget = TARGET.test(text.slice(Math.max(0, place.at - 60), Math.max(place.end, good.end) + 100));
    return [{ is: 'exfiltration', weight: hasTarget ? 1.5 : 1, at: place.at }];
  });
}
