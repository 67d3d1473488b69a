/** This mail or this mailbox, and somebody who reads or keeps it: whoever says so of a machine speaks to it. */
const HERE = alternation(`
  this (?:e-?mail|mail|message|note|letter|text|inbox|mailbox|thread|line|page), the (?:e-?mail|message) you, reading this, reads this, processing this, processes this,
  diese[rsnm]? (?:e-?mail|mail|nachricht|text|postfach|zeilen?), ce (?:courriel|message|mail|texte), cet e-?mail, cette (?:boîte|messagerie), qui me lit, ces lignes,
  est[ea] (?:correo|mensaje|buzón|texto|e-?mail|mensagem|caixa), ess[ea] (?:mensagem|e-?mail), quest[oa] (?:e-?mail|mail|messaggio|casella|testo), deze (?:e-?mail|mail|postbus|inbox), dit (?:bericht|mailtje),
  t[ęeaą] (?:wiadomość|mail|skrzynk), tego (?:maila|e-maila), tuto zprávu, tento e-?mail, túto správu, ezt (?:a levelet|az e-?mailt|az üzenetet), acest (?:e-?mail|mesaj), αυτό το (?:μήνυμα|email|e-mail),
  это (?:письмо|сообщение), этот (?:ящик|текст), почту (?:разбирает|читает|обрабатывает), ящик (?:разбирает|читает|обрабатывает), цей лист, це повідомлення, това (?:писмо|съобщение), bu (?:e-?posta|mesaj|ileti|posta),
  det här (?:mejlet|meddelandet), detta (?:mejl|meddelande), denne (?:e-?mail|mail|e-?post|besked|melding), tämän (?:viestin|sähköpostin), email ini, surel ini, pesan ini, (?:email|thư|tin nhắn) này`);
const HERE_JOINED =
  /(?:この|本)(?:メール|メッセージ|文)|(?:这封|本|此|该)(?:邮件|郵件|信)|이 (?:메일|이메일|메시지)|इस (?:ईमेल|मेल|संदेश)|هذه الرسالة|هذا البريد|این (?:ایمیل|پیام)|(?:อีเมล|ข้อความ)(?:ฉบับ)?นี้|(?:המייל|ההודעה) הז/u;
const WHETHER =
  /^[\s"'“«>*-]{0,4}(?:(?:if|wenn|falls|sofern|sollte|si|se|caso|als|indien|jeśli|jeżeli|если|якщо|eğer|jika|kalau|nếu|om|hvis|jos|pokud|jestli|ak|ha|dacă|αν|εάν|ако|ako|če|jei|ja|kui|should|in case|as the|as an|en tant que?)(?!\p{L})|如果|若|もし|만약|إذا|اگر|यदि|अगर|หาก|ถ้า|אם)/iu;
/** Somebody is named and then told: a colon, or the mark of whom a letter is for. */
const TOLD = /^[^\n.!?]{0,70}(?:[:：]|へ[。、\n])/u;
const SENTENCE = /[.!?。！？\n]/;

function alternation(words: string): RegExp {
  const list = words.trim().split(/,\s+/).join('|');
  return new RegExp(`(?<!\\p{L})(?:${list})`, 'iu');
}

/** Whether the sentence around a word for a machine speaks to the one that reads this mail. */
export function isTheReader(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - 100), at);
  const from = Math.max(0, at - 100) + startOfSentence(before);
  const behind = text.slice(end, end + 80);
  const stop = behind.search(SENTENCE);
  const sentence = text.slice(from, stop === -1 ? end + 80 : end + stop);
  if (!HERE.test(sentence) && !HERE_JOINED.test(sentence)) return false;
  return WHETHER.test(sentence) || (at - from < 45 && TOLD.test(behind));
}

function startOfSentence(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (SENTENCE.test(text[at] ?? '')) return at + 1;
  return 0;
}
