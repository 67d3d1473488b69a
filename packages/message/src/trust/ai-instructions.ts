/** What a text asks of a machine that reads it. */
export type AiInstruction = 'override' | 'address' | 'prompt' | 'role marker';

export const instructionDetails: Readonly<Record<AiInstruction, string>> = {
  override: 'asks its reader to ignore earlier instructions',
  address: 'addresses an AI that reads it',
  prompt: "asks for an AI's own instructions",
  'role marker': "holds markers of an AI's conversation format",
};

/** The limit for one text; a compatible form can be eighteen times as long. */
const MAX_SCANNED = 256 * 1024;
/** How far around a verb we look for its object; languages differ in which comes first. */
const WINDOW = 70;
const MAX_VERBS = 5_000;
/** The next sentence is another matter. */
const SENTENCE_END = /[.!?](?=\s)|[。！？]|\n\n/u;

/** Unicode's tag characters spell ASCII that nobody sees; the others cut words in two. */
const TAGS = /[\u{e0020}-\u{e007e}]/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const IGNORE =
  /ignor|disregard|forget|override|overrule|missacht|vergiss|vergesse|verwirf|verwerfe|überschreib|oublie|fais abstraction|ne tiens pas compte|ne tenez pas compte|olvid|haz caso omiso|descart|esque[cç]|desconsider|dimentic|non considerare|tralascia|negeer|vergeet|zapomnij|pomiń|игнорир|забудь|не обращай внимания|ігнору|не зважай|glöm|glem|unohda|ohita|yok say|görmezden gel|unut|dikkate alma|zapomeň|nedbej|felejtsd|hagyd figyelmen kívül|uită|αγνόησ|ξέχασ|忽略|无视|無視|忽視|忘记|忘記|忘れ|무시|잊어|잊으|تجاهل|انس|अनदेखा|नज़रअंदाज|नजरअंदाज|भूल जा|abaikan|lupakan|bỏ qua|phớt lờ|quên|התעלם/gu;
const EARLIER =
  /previous|prior|above|earlier|preceding|existing|original|\ball\b|vorherig|bisherig|vorangegangen|vorig|früher|obig|vorstehend|\balle[nr]?\b|précédent|antérieur|ci-dessus|\btoutes\b|anterior|previ[ao]|de arriba|\btod[ao]s\b|acima|precedent|di sopra|\btutte\b|vorige|voorgaand|eerdere|bovenstaand|poprzedni|wcześniejsz|powyższ|wszystki|предыдущ|прежн|ранее|выше|(?:^|\s)все(?:\s|$)|попередн|(?:^|\s)(?:усі|всі)(?:\s|$)|tidigare|föregående|ovanstående|tidligere|forrige|ovenstående|aiem|edelli|önceki|yukarıdaki|tüm|bütün|předchozí|předešl|výše|korábbi|előző|összes|anterioar|προηγούμεν|之前|先前|以上|上述|前面|所有|以前|これまで|上記|前の|すべて|全て|이전|위의|앞의|모든|السابق|أعلاه|جميع|كل |पिछल|पूर्व|सभी|ऊपर|sebelumnya|di atas|semua|trước|ở trên|mọi|tất cả|הקודמ|כל ה/u;
const INSTRUCTIONS =
  /instruction|instrucci|indicacion|instruç|diretriz|istruzion|direttiv|directive|guideline|\bcommands?\b|\brules\b|prompt|anweisung|instruktion|vorgabe|befehl|consigne|instructie|opdracht|instrukcj|polece|инструкци|указани|промпт|інструкці|вказівк|anvisning|instruks|ohje|talimat|komut|yönerge|pokyn|instrukc|utasítás|instrucțiun|οδηγί|指令|指示|提示|说明|說明|命令|プロンプト|지시|명령|프롬프트|تعليمات|الأوامر|أوامر|निर्देश|आदेश|instruksi|perintah|hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|הוראות/u;

const REVEAL =
  /reveal|print|show|output|repeat|leak|disclose|display|tell me|send|zeig|verrate|gib|affiche|révèle|donne|muestra|revela|mostra|toon|onthul|pokaż|ujawnij|покаж|раскро|выведи|göster|açıkla|tampilkan|tunjukkan|hiển thị|tiết lộ|显示|顯示|输出|輸出|泄露|透露|表示|出力|教えて|보여|출력|공개|اعرض|اكشف|दिखा|बता/gu;
const SYSTEM_PROMPT =
  /system[\s-]?prompt|system message|initial prompt|hidden (?:prompt|instructions)|prompt (?:système|del sistema|do sistema|di sistema|systemowy)|systeemprompt|систем\p{L}{1,4} (?:промпт|инструкц|подсказк)|системн\p{L}{1,3} промпт|sistem (?:istemi|promptu|komutu)|lời nhắc hệ thống|系统提示|系統提示|システムプロンプト|시스템 프롬프트|موجه النظام|تعليمات النظام|सिस्टम प्रॉम्प्ट/u;

const ADDRESSES: readonly RegExp[] = [
  /\b(?:as|being) an? (?:ai|artificial intelligence|llm|large language model) (?:language )?(?:model|assistant|agent)/u,
  /\byou(?: are|'re|’re) (?:now )?(?:an? )?(?:ai|llm|large language model|language model|chatgpt|jailbroken|dan)\b(?! powered| generated)/u,
  /\b(?:attention|dear|hello|hey|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|important for)[,:]?(?: all| any| the| every)? (?:ai|llm|language model|chatbot|gpt)s?(?: (?:agents?|assistants?|models?|systems?|bots?|readers?))?\s?[:,.!-]/u,
  /\b(?:ai|llm) (?:agents?|assistants?|models?|systems?) (?:reading|processing|handling|summari[sz]ing) this\b/u,
  /\bif you(?: are|'re|’re) an? (?:ai|llm|large language model|language model|chatbot|automated agent)\b/u,
  /\b(?:do not|don't|don’t|never) (?:tell|inform|mention this to|reveal this to|alert) (?:the|your) (?:user|human|operator|owner)\b/u,
  /\bnew (?:system )?instructions?(?: for (?:you|the assistant|the ai))?\s?:/u,
  /\b(?:enter|activate|enable|switch to) (?:developer|dan|jailbreak|god) mode\b/u,
  /\b(?:wenn|falls) du eine? (?:ki|sprachmodell|ai|llm)\b|\bdu bist (?:jetzt )?eine? (?:ki|sprachmodell)\b|\bals ki-(?:assistent|modell|agent)/u,
  /\bsi (?:tu es|vous êtes) une? (?:ia|intelligence artificielle|modèle de langage)\b|\ben tant qu['’](?:ia|assistant ia)\b|\btu es (?:désormais|maintenant) une? (?:ia|assistant)/u,
  /\bsi eres una? (?:ia|inteligencia artificial|modelo de lenguaje)\b|\bcomo (?:asistente de ia|modelo de lenguaje)\b|\bahora eres una? (?:ia|asistente)/u,
  /\bse você (?:é|for) uma? (?:ia|inteligência artificial|modelo de linguagem)\b|\bcomo (?:assistente de ia|modelo de linguagem)\b/u,
  /\bse sei un(?:'|’|a )?(?:ia|intelligenza artificiale| modello linguistico)\b|\bin quanto (?:ia|assistente ia)\b/u,
  /\bals je een (?:ai|taalmodel)\b|\bjeśli jesteś (?:ai|sztuczną inteligencją|modelem językowym)/u,
  /если ты (?:ии|искусственный интеллект|языковая модель)|ты (?:теперь|сейчас) (?:ии|ассистент)|как языковая модель|якщо ти (?:ші|штучний інтелект|мовна модель)/u,
  /(?:如果你是|作为|作為)(?:一个|一個)?(?:ai|人工智能|人工智慧|语言模型|語言模型|大模型)|(?:你现在是|你現在是)(?:一个|一個)?(?:ai|人工智能|人工智慧|语言模型|語言模型|大模型|不受)/u,
  /あなたは(?:ai|人工知能|言語モデル)|(?:ai|人工知能)(?:アシスタント)?への(?:指示|命令)|(?:당신은|너는) (?:이제 )?(?:ai|인공지능|언어 모델)|(?:ai|인공지능) (?:비서|어시스턴트)에게/u,
  /إذا كنت (?:ذكاء|نموذج|مساعد)\p{L}{0,4}|अगर आप (?:एक )?(?:एआई|ai)|jika (?:anda|kamu) adalah (?:ai|model bahasa)|nếu bạn là (?:ai|mô hình ngôn ngữ|trí tuệ nhân tạo)|eğer bir (?:yapay zeka|dil modeli)/u,
];

const ROLE_MARKERS: readonly RegExp[] = [
  /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>/u,
  /\[\/?inst\]|<<\/?sys>>|<\/?(?:system_prompt|system-reminder|function_calls|tool_call|tool_result|antml:[a-z_]{1,30})>/u,
  /(?:^|\n)\s{0,4}#{2,4} (?:system|instruction|assistant|response)\s?:/u,
  /(?:^|\n)\s{0,4}\[?(?:system|system prompt|systemprompt|系统|系統|システム|시스템|система|système|sistema)\]?\s?[:：]\s{0,4}(?:you (?:are|must|will|have)|ignore|new instruction|override|du bist|tu es|vous êtes|eres|você|sei |ты |你|あなた|당신)/u,
];
const SAYS_ASSISTANT =
  /(?:^|\n)\s{0,4}(?:assistant|assistent|asistente|assistente|ассистент|助手|アシスタント|어시스턴트|ai)\s?[:：]/u;
const SAYS_USER =
  /(?:^|\n)\s{0,4}(?:user|human|system|nutzer|benutzer|mensch|utilisateur|humain|usuario|humano|usuário|utente|umano|пользователь|человек|用户|用戶|人类|ユーザー|人間|사용자)\s?[:：]/u;

/** Finds what the text asks of an AI, in the languages in which people are deceived. Linear and bounded. */
export function aiInstructionsIn(source: string): Set<AiInstruction> {
  const found = new Set<AiInstruction>();
  if (!/\S/.test(source)) return found;
  const text = readable(source);
  if (near(text, IGNORE, (around) => EARLIER.test(around) && INSTRUCTIONS.test(around))) found.add('override');
  // The object is rarer than the verb, so we look for it first.
  if (SYSTEM_PROMPT.test(text) && near(text, REVEAL, (around) => SYSTEM_PROMPT.test(around))) found.add('prompt');
  if (ADDRESSES.some((pattern) => pattern.test(text))) found.add('address');
  const isTranscript = SAYS_ASSISTANT.test(text) && SAYS_USER.test(text);
  if (isTranscript || ROLE_MARKERS.some((pattern) => pattern.test(text))) found.add('role marker');
  return found;
}

/**
 * The text as a model would read it: without what nobody sees, with tag characters spelled out and blanks single, and
 * in lower case, since patterns that ignore case are slow.
 */
function readable(source: string): string {
  return source
    .slice(0, MAX_SCANNED)
    .replace(TAGS, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0xe0020) - 0xe0000))
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .slice(0, 2 * MAX_SCANNED)
    .toLowerCase()
    .replace(/[ \t\u00a0]{2,}|[\t\u00a0]/g, ' ');
}

function near(text: string, verb: RegExp, holds: (around: string) => boolean): boolean {
  let count = 0;
  for (const { 0: found, index } of text.matchAll(verb)) {
    if ((count += 1) > MAX_VERBS) return false;
    const end = index + found.length;
    const before =
      text
        .slice(Math.max(0, index - WINDOW), index)
        .split(SENTENCE_END)
        .at(-1) ?? '';
    const after = text.slice(end, end + WINDOW).split(SENTENCE_END, 1)[0] ?? '';
    if (holds(before + found + after)) return true;
  }
  return false;
}
