/** The words by which mail programs announce a quote, in the languages in which they are used. */

const alternatives = (words: string): string => words.split('|').join('|');

/** The verb of "On … Ada wrote:", wherever it stands in the line. */
export const WROTE = new RegExp(
  `(?:^|[\\s,>)"'])(?:${alternatives(
    'wrote|writes|wrote the following|schrieb folgendes|va escriure|escribe|skrifaði|napísala|napísal\\(a\\)|napsala|je napisao|je napisala|je napisao/la|je napisal|je napisal/a|je napisal\\(a\\)|rakstīja|tulis|yazmış|ha escrito|писала|напиша|shkroi|skriver|schrieb|schrieb am|geschrieben|a écrit|écrivait|a ecrit|escribió|escribio|ha escrit|escreveu|ha scritto|scrive|' +
      'schreef|het volgende geschreven|heeft geschreven|napisał|napisała|napisał\\(a\\)|pisze|написал|написала|написал\\(а\\)|пишет|писал|' +
      'написав|написала|пише|написав\\(ла\\)|skrev|skrev følgende|kirjoitti|yazdı|şunu yazdı|napsal|napsal\\(a\\)|napísal|írta|ezt írta|' +
      'a scris|έγραψε|menulis|đã viết|viết|napisao|написа|kirjutas|rašė',
  )})(?=[\\s:：,<"(]|$)|写道|寫道|写了|のメール|さんが書きました|は書きました|書きました|님이 작성|님이 썼습니다|님이 다음과 같이|نوشت|نے لکھا|লিখেছেন|எழுதினார்|님이 쓴 글|작성:|كتب|ने लिखा|लिखा|เขียนว่า|כתב`,
  'iu',
);

/** How such a line begins. */
export const ATTRIBUTION_START =
  /^[\s*_|]{0,8}(?:On|Am|Le|El|Em|Dana|Dne|U|V|Kl|Päivämäärä|Il|In data|Op|W dniu|Dnia|Den|På|Pe|Dne|Dňa|On\s\w{2,10}|Vào|Pada|В|Вт|Пн|Ср|Чт|Пт|Сб|Вс|ср|пн|вт|чт|пт|сб|вс|нд|Στις|בתאריך|在|于|於|في|بتاريخ)[\s,.:]/u;

/** The text between the dashes above a message that is forwarded or answered. */
export const ORIGINAL_MESSAGE = new RegExp(
  `^(?:${alternatives(
    'original message|original appointment|ursprüngliche nachricht|originalnachricht|original-nachricht|message d.origine|message original|' +
      'mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|' +
      'оригинальное сообщение|пересылаемое сообщение|пересланное сообщение|вихідне повідомлення|пересилане повідомлення|originalmeddelande|' +
      'ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|orijinal mesaj|orjinal mesaj|özgün ileti|' +
      'původní zpráva|eredeti üzenet|mesaj original|αρχικό μήνυμα|原始邮件|原始郵件|邮件原件|转发的邮件|轉寄的郵件|转发邮件信息|回复的原邮件|' +
      '元のメッセージ|original message|転送されたメッセージ|転送メッセージ|원본 메시지|원본 이메일|원본메일|전달된 메시지|전달된 메일|الرسالة الأصلية|رسالة معاد توجيهها|' +
      'thư gốc|tin nhắn gốc|thư đã chuyển tiếp|tin nhắn đã chuyển tiếp|pesan asli|pesan terusan|मूल संदेश|अग्रेषित संदेश|forwarded message|' +
      'forwarded by .{1,60}|weitergeleitete nachricht|message transféré|message transmis|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|' +
      'doorgestuurd bericht|wiadomość przekazana|przesłana wiadomość|vidarebefordrat meddelande|videresendt meddelelse|välitetty viesti|' +
      'yönlendirilen mesaj|iletilen mesaj|přeposlaná zpráva|továbbított üzenet',
  )})$`,
  'iu',
);

/** Apple Mail's line above what it forwards; it is on its own line, with a colon. */
export const BEGIN_FORWARDED =
  /^(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|início da mensagem (?:reencaminhada|encaminhada)|inizio messaggio inoltrato|begin doorgestuurd bericht|początek przekazywanej wiadomości|начало переадресованного сообщения|початок (?:листа, що пересилається|переспрямованого повідомлення)|vidarebefordrat brev|start på videresendt besked|välitetty viesti alkaa|iletilen ileti başlangıcı|下面是被转发的邮件|以下是轉寄的郵件|転送されたメッセージ|전달된 메시지 시작|bắt đầu thư được chuyển tiếp|awal pesan terusan|بداية الرسالة المعاد توجيهها)\s?[:：]$/iu;

/** The labels of a header block in a quoted message. */
export type HeaderLabel = 'from' | 'date' | 'to' | 'subject';

const LABELS: Readonly<Record<HeaderLabel, string>> = {
  from:
    'saatja|nuo|no|siuntėjas|sender|pošiljatelj|pošiljalac|від кого|от кого|gửi từ|penghantar|frá|expedidor|remitent|prej|dikirim oleh|from|von|de|da|van|od|от|від|från|fra|frå|lähettäjä|kimden|gönderen|发件人|發件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|발신|من|từ|người gửi|dari|' +
    'प्रेषक|से|expéditeur|remitente|mittente|afzender|nadawca|отправитель|feladó|από|de la|odesílatel|מאת|จาก|absender',
  date:
    'saadetud|kuupäev|išsiųsta|data|nosūtīts|datums|poslano|poslato|odoslané|dátum|изпратено|дата на изпращане|надіслано|дата|στάλθηκε|ημ/νία|ημερομηνία|enviat|sent at|sent on|date sent|tarih|תאריך|ส่ง|ส่งเมื่อ|wann|le|dihantar|dërguar|gesendet um|пераслана|sänt|lähetysaika|date|sent|gesendet|datum|gesendet am|envoyé|envoyé le|fecha|enviado|enviado el|enviada|enviada em|data|enviado em|inviato|data invio|verzonden|wysłano|' +
    'wysłane|отправлено|дата|надіслано|відправлено|skickat|sendt|sendt den|dato|lähetetty|päiväys|gönderildi|gönderme tarihi|tarih|发送时间|发送日期|發送時間|日期|寄件日期|時間|送信日時|' +
    '日付|日時|送信|보낸 날짜|날짜|보낸 시간|التاريخ|تاريخ الإرسال|تم الإرسال|đã gửi|ngày|dikirim|tanggal|दिनांक|भेजा गया|तिथि|elküldve|dátum|ημερομηνία|trimis|odesláno|נשלח|วันที่',
  to: 'adressaat|saaja|gavėjas|kam|prima|za|primatelj|adresāts|до|získáva|modtager|mottagare|mottaker|per a|πρός|recipient|לכבוד|nach|empfänger|destinataires|to|an|à|para|a|aan|do|кому|till|til|vastaanottaja|kime|alıcı|收件人|收件者|宛先|받는 사람|받는사람|수신|إلى|đến|tới|người nhận|kepada|untuk|को|प्रति|címzett|προς|către|komu|cc|אל|ถึง|destinataire|destinatario|destinatário',
  subject:
    'teema|tema|temats|predmet|naslov|zadeva|относно|assumpte|efni|subjekt|titre|sujet|הנושא|เรื่อง|lënda|aiheena|onderw|subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|тема|ämne|emne|aihe|konu|主题|主題|主旨|件名|제목|الموضوع|chủ đề|tiêu đề|subjek|perihal|विषय|tárgy|θέμα|subiect|předmět|נושא|หัวข้อ|re',
};

const labelsByWord = new Map<string, Set<HeaderLabel>>();
for (const label of ['from', 'date', 'to', 'subject'] as const) {
  for (const word of LABELS[label].split('|')) {
    labelsByWord.set(word, (labelsByWord.get(word) ?? new Set()).add(label));
  }
}

/** The fields of a header block that a word before a colon can name. */
export function headerLabels(word: string): ReadonlySet<HeaderLabel> | undefined {
  return labelsByWord.get(word.toLowerCase());
}

/** The line that a telephone or a mail program puts under what was written with it. */
export const SENT_FROM = new RegExp(
  `^(?:${alternatives(
    'sent from|sent via|enviat des de|odesláno ze|odoslané z|poslano z|poslano iz|poslano s|poslato sa|изпратено от|пратено от|saadetud minu|išsiųsta iš|nosūtīts no|έστειλα από|sendt med|skickat med|lähetetty|trimis din|отправлено из|надіслано з|отримайте outlook|töltse le|stáhněte si outlook|stiahnite si outlook|preuzmite outlook|prenesite outlook|λήψη του outlook|λάβετε το outlook|изтеглете outlook|obțineți outlook|hankige outlook|sent with|sent using|get outlook for|gesendet von|gesendet mit|von meinem .{1,40} gesendet|von meinem .{1,40} gesandt|' +
      'diese nachricht wurde von meinem|envoyé de(?:puis)? |envoyé à partir|envoyé avec|télécharger outlook|obtenir outlook|obtenez outlook|' +
      'enviado desde|enviado de |enviado do |enviado a partir|enviado através|obtener outlook|obter o outlook|obter outlook|inviato da|inviato dal|inviato con|scarica outlook|ottieni outlook|verstuurd vanaf|' +
      'verzonden vanaf|verzonden met|verstuurd met|outlook voor .{1,20} downloaden|wysłane z|wysłano z|pobierz program outlook|отправлено с |отправлено из|отправлено через|скачать outlook|' +
      'надіслано з |відправлено з |skickat från|skaffa outlook|sendt fra|hent outlook|lähetetty .{1,40}(?:sta|stä|lta|ltä)|hanki outlook|.{1,40}(?:dan|den|ımdan|imden) gönderildi|.{0,30}outlook.u edinin|发自我的|從我的|从我的.{0,20}发送|發自我的|' +
      '获取 ?outlook|取得 outlook|通过.{1,20}发送|.{1,20}から送信|outlook for .{1,20} を(?:取得|入手)|나의 .{1,20}에서 보냄|내 .{1,20}에서 보냄|.{1,30}에서 보냄|outlook 받기|أُرسلت من|أرسلت من|أُرسل من|' +
      'تم الإرسال من|مرسل من|đã gửi từ|được gửi từ|gửi từ|dikirim dari|dapatkan outlook|मेरे .{1,20} से भेजा गया|.{1,20} से भेजा गया|odesláno z|küldve|στάλθηκε από|trimis de pe|נשלח מה',
  )})`,
  'iu',
);
