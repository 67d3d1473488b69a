import type { Sign } from './ai-intents.js';

/** The formats in which conversations are given to models, behind what all of a kind hold: most mail holds none of it. */
const MARKERS: readonly (readonly [needed: readonly string[], marker: RegExp])[] = [
  [
    ['<|'],
    /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|tool|end)\|>/iu,
  ],
  [
    ['<', '['],
    /\[\/?inst\]|<<\/?sys>>|<\/?(?:system_prompt|system-reminder|system_reminder|system_message|function_calls|function_results|tool_call|tool_calls|tool_result|tool_results|tool_use|invoke|thinking|assistant_response|antml:[a-z_]{1,30})\b[^<>]{0,80}>/iu,
  ],
  [['##'], /(?:^|\n)\s{0,4}#{2,4} ?(?:system|instruction|assistant|response|human)\s?:/iu],
  [
    ['{'],
    /\{\s{0,8}"(?:tool|tool_name|function|function_call|tool_call|name|action)"\s{0,4}:\s{0,4}"[\w.-]{1,60}"\s{0,4},\s{0,8}"(?:arguments|args|parameters|params|input|action_input|tool_input)"\s{0,4}:/iu,
  ],
  [['{'], /\{\s{0,8}"role"\s{0,4}:\s{0,4}"(?:system|assistant|tool)"\s{0,4},\s{0,8}"content"\s{0,4}:/iu],
  [
    ['</'],
    /<\/\s?[\p{L}_-]{2,24}>\s{0,8}<\s?(?:system|assistant|系统|系統|システム|시스템|система|система|sistema|système)\s?>/iu,
  ],
];
/** A system that speaks to a model. */
const SAYS_SYSTEM =
  /(?:^|\n)\s{0,4}[*_#=~-]{0,6}\s?\[?(?:system|system ?(?:prompt|message|notice|override|instruction|update|command|alert)|system ?nachricht|systemhinweis|systemmeldung|系统(?:消息|提示|指令|通知)?|系統(?:訊息|提示|指令|通知)?|システム(?:メッセージ|指示|通知)?|시스템(?: ?메시지| ?알림)?|система|системное (?:сообщение|уведомление)|système|message système|sistema|mensaje del sistema|mensagem do sistema|messaggio di sistema|systeembericht|komunikat systemowy|sistem(?: mesajı)?|pesan sistem|رسالة النظام|النظام|सिस्टम|thông báo hệ thống|hệ thống)\]?\s?[*_]{0,3}[:：]\s{0,4}[*_]{0,3}(?:you |your |ignore|new |override|from now|the (?:user|assistant|ai)|assistant|disregard|all |forward|send|execute|du |sie |tu |vous |eres|el |você|o |sei |l'|je |jesteś|ты |вы |вам |теперь|игнор|новы|你|您|忽略|新|あなた|以下|今|新|당신|새|이전|sen |yeni|anda|abaikan|bạn|bỏ|أنت|تجاهل|आप)/iu;
/** Programs begin their own notices so, too: it takes another sign. */
const SYSTEM_LINE = /(?:^|\n)\s{0,4}\[\s?(?:system|sistema|système|sistem|система)\s?\]/iu;
const SAYS_ASSISTANT =
  /(?:^|\n)\s{0,4}(?:assistant|assistent|asistente|assistente|ассистент|助手|アシスタント|어시스턴트|ai)\s?[:：]/iu;
const SAYS_USER =
  /(?:^|\n)\s{0,4}(?:user|human|system|nutzer|benutzer|mensch|utilisateur|humain|usuario|humano|usuário|utente|umano|пользователь|человек|用户|用戶|人类|ユーザー|人間|사용자)\s?[:：]/iu;
/** Ends of what a program may have put around a mail, to speak from outside it. */
const CLOSING =
  /<\/\s?((?:email|e-mail|mail|message|user|untrusted|external|content|document|data|context|input|instruction|prompt|body|retrieved|tool|function|system|result|quote|query|text)[\w:-]{0,30})\s?>/giu;
const TELLING =
  /^(?:email|e-mail|mail|message|user|untrusted|external|retrieved|tool|function|system|instruction|prompt)/i;
const FENCE =
  /(?:[-=*#~_]{2,}|\[|<|«)\s{0,2}(?:end|begin|start|beginning|close) (?:of )?(?:the )?(?:user (?:input|message|data|content|query)|untrusted|external|system|instructions?|prompt|context|retrieved|tool (?:output|result)|email content|email body|input|new instructions?|admin)/iu;
const NEW_ORDERS =
  /\b(?:new|updated|revised|additional|important|urgent|priority|real|actual) (?:system )?(?:instructions?|directives?|task|objective)s?(?: for (?:you|the assistant|the ai|the agent|the model|ai|processing))?\s?$/iu;
/** The end of these orders, which few other texts before a colon have. */
const ORDERS_END = /(?:instruction|directive|task|objective)s?(?: for [a-z ſ\u212a]{2,14})?\s?$/iu;
const LONGEST_END = 40;
const COLONS = [':', '：'];
const MAX_COLONS = 2_000;
/** More than the longest of these orders has. */
const ORDER = 120;
/** The signs that all of these need, so that nearly all mail is spared them. */
const NEEDED = /[<[{#]|[:：]/;
/** More than stands between the beginning of a line and the colon behind who speaks, and than what a system says first. */
const SPEAKER = 60;
const SPOKEN = 40;

/** Finds the marks by which a text pretends to be something else than a mail. */
export function markersIn(text: string): Sign[] {
  if (!NEEDED.test(text)) return [];
  const signs: Sign[] = [];
  const add = (at: number, weight: number) => signs.push({ is: 'role marker', weight, at });
  for (const [needed, marker] of MARKERS) {
    if (!needed.some((piece) => text.includes(piece))) continue;
    const at = text.search(marker);
    if (at !== -1) add(at, 3);
  }
  const colons = colonsIn(text);
  for (const at of speakersIn(text, colons)) add(at, 3);
  const system = text.includes('[') ? text.search(SYSTEM_LINE) : -1;
  if (system !== -1) add(system, 2);
  const fence = text.search(FENCE);
  if (fence !== -1) add(fence, 2.5);
  const orders = newOrdersIn(text, colons);
  if (orders !== -1) add(orders, 2);
  for (const { 1: name = '', index } of text.includes('</') ? text.matchAll(CLOSING) : []) {
    if (signs.length > 50) break;
    // A program's text closes what it has opened.
    if (text.slice(0, index).toLowerCase().includes(`<${name.toLowerCase()}`)) continue;
    // Whoever speaks of a tag does so in the middle of a line.
    const isAtEdge =
      /(?:^|[\n>])\s*$/.test(text.slice(Math.max(0, index - 4), index)) ||
      /^[^\n]{0,40}>\s*(?:\n|<)/.test(text.slice(index, index + 44));
    add(index, isAtEdge && TELLING.test(name) ? 3 : 2);
  }
  return signs;
}

/** Where lines say that a system or an assistant speaks: only what stands around colons is looked at. */
function speakersIn(text: string, colons: readonly number[]): number[] {
  const isLookedAt = colons.length < MAX_COLONS;
  const lines = isLookedAt ? colons.flatMap((colon) => linesBefore(text, colon)) : [{ from: 0, to: text.length }];
  const first = (speaker: RegExp) => {
    for (const { from, to } of lines) {
      const at = text.slice(from, to).search(speaker);
      if (at !== -1) return [from + at];
    }
    return [];
  };
  const assistant = first(SAYS_ASSISTANT);
  return [...first(SAYS_SYSTEM), ...(assistant.length > 0 && first(SAYS_USER).length > 0 ? assistant : [])];
}

/** The lines that begin not far before a colon, up to somewhat behind it; none if it stands in the middle of one. */
function linesBefore(text: string, colon: number): { from: number; to: number }[] {
  const least = Math.max(0, colon - SPEAKER);
  const line = least === 0 ? 0 : text.slice(least, colon).indexOf('\n');
  return line === -1 ? [] : [{ from: least + line, to: colon + SPOKEN }];
}

function colonsIn(text: string): number[] {
  const found: number[] = [];
  for (const colon of COLONS) {
    for (let at = text.indexOf(colon); at !== -1 && found.length < MAX_COLONS; at = text.indexOf(colon, at + 1)) {
      found.push(at);
    }
  }
  return found.sort((a, b) => a - b);
}

/** Where new orders are announced, or -1: they end with a colon, and colons are rare. */
function newOrdersIn(text: string, colons: readonly number[]): number {
  for (const index of colons) {
    if (!ORDERS_END.test(text.slice(Math.max(0, index - LONGEST_END), index))) continue;
    const from = Math.max(0, index - ORDER);
    const at = text.slice(from, index).search(NEW_ORDERS);
    if (at !== -1) return from + at;
  }
  return -1;
}
