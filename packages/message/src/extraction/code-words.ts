// These words stand near a one-time code, or near numbers that are not one. They are in lower case without accents.

const listed = (words: string) => words.trim().split(/,\s+/);

/** Words that name a one-time code and nothing else. */
const naming = listed(`
  ihre tan, mobile tan, transaktionsnummer, verification code, verify code, security code, confirmation code, authentication code, access code,
  one-time code, one time code, one-time password, one-time passcode, one time password, login code, log-in code,
  sign-in code, sign in code, signin code, activation code, passcode, 2fa code, otp, two-factor code,
  temporary code, temporary password, pin code, magic code, code to sign in, code to verify, bestatigungscode,
  verifizierungscode, sicherheitscode, einmalcode, einmalpasswort, einmalkennwort, anmeldecode, zugangscode,
  freischaltcode, aktivierungscode, verificatiecode, beveiligingscode, bevestigingscode, inlogcode,
  eenmalige code, eenmalig wachtwoord, toegangscode, verifieringskod, bekraftelsekod, engangskode, engangskod,
  bekreftelseskode, bekraeftelseskode, sikkerhetskode, code de verification, code de securite,
  code de confirmation, code de connexion, code d'acces, code a usage unique, code d'activation,
  mot de passe a usage unique, codigo de verificacion, codigo de seguridad, codigo de confirmacion,
  codigo de acceso, codigo de un solo uso, codigo de inicio de sesion, contrasena de un solo uso,
  codigo de verificacao, codigo de seguranca, codigo de confirmacao, codigo de acesso, codigo de uso unico,
  codice di verifica, codice di sicurezza, codice di conferma, codice di accesso, codice monouso, codice otp,
  cod de verificare, codul de verificare, cod de confirmare, kod weryfikacyjny, kod potwierdzajacy,
  kod bezpieczenstwa, kod jednorazowy, haslo jednorazowe, kod dostepu, overovaci kod, potvrzovaci kod,
  jednorazovy kod, код подтверждения, код проверки, проверочный код, код безопасности, одноразовыи код,
  одноразовыи пароль, код для входа, код доступа, код пидтвердження, код підтвердження, код перевірки,
  одноразовии код, одноразовии пароль, код для входу, dogrulama kodu, onay kodu, guvenlik kodu, tek kullanımlık,
  tek kullanimlik, giris kodu, aktivasyon kodu, κωδικος επαληθευσης, κωδικο επαληθευσης, 验证码, 驗證碼, 校验码, 动态码,
  动态密码, 安全码, 认证码, 確認コード, 認証コード, 検証コード, セキュリティコード, ワンタイムパスワード, ワンタイムコード, パスコード, 認証番号, 인증번호, 인증 번호, 인증코드, 인증 코드,
  확인코드, 확인 코드, 보안코드, 보안 코드, 일회용, رمز التحقق, رمز التاكيد, كود التحقق, رمز الدخول, رمز الامان, קוד אימות,
  קוד האימות, सत्यापन कोड, ओटीपी, वेरिफिकेशन कोड, ma xac minh, ma xac thuc, kode verifikasi, kode otp,
  kode keamanan, รหัสยืนยัน, digit code, to finish signing in, to sign in, to log in, tan:, tan lautet, sms-tan,
  code de validation, introduce la clave, introduzca la clave, codigo de autorizacion, kod logowania, kod sms,
  inloggningskod, sakerhetskod, رمز تسجيل الدخول, كلمة المرور لمرة واحدة, kode masuk, ma đang nhap`);

/** Words that mean a code of some kind, and require more evidence. */
const hinting = listed(`
  code, pin, tan, kod, kode, codigo, codice, cod, token, password, passwort, код, пин, kodu, kodunuz, kodas,
  koodi, kodod, kodja, kodi, clave, senha, parola, heslo, haslo, jelszo, sifre, sifreniz, mot de passe, contrasena,
  κωδικος, 代码, コード, 코드, 번호, رمز, कोड, קוד, ma`);

/** Words that name another kind of code or number. */
const misleading = listed(`
  promo, discount, coupon, voucher, gift, referral, rabatt, gutschein, remise, reduction, descuento, cupon,
  desconto, cupom, sconto, buono, korting, rabat, znizk, скидк, промокод, знижк, indirim, kupon, 优惠, 折扣, クーポン,
  할인, 쿠폰, خصم, छूट, % off, order, invoice, receipt, tracking, shipment, parcel, reference, ref., ticket, case,
  booking, reservation, customer, account number, account no, member, policy, iban, vat, phone, tel, call, fax,
  mobile, hotline, zip, postal, postcode, error, status code, area code, country code, qr code, barcode,
  source code, dress code, sort code, swift, serial, model, version, build, article, item, sku, ending in,
  ends in, total, amount, price, balance, flight, room, gate, suite, street, po box, bestell, rechnung, auftrag,
  sendung, kundennummer, kundennr, kunden-nr, vertrag, ticketnummer, vorgang, telefon, betrag, summe, plz, postleitzahl, buchung, artikel,
  aktenzeichen, commande, facture, colis, suivi, client, dossier, montant, reservation, code postal, telephone,
  appel, pedido, factura, fatura, envio, seguimiento, cliente, importe, reserva, telefono, telefone, rastreio,
  encomenda, valor, ordine, fattura, spedizione, prenotazione, importo, numero verde, pratica, bestelling,
  bestelnummer, factuur, klantnummer, bedrag, pakket, zamowien, faktur, przesylk, klienta, kwot, rezerwacj,
  заказ, счет, отправлен, трек, клиент, сумм, брон, телефон, договор, замовлен, рахун, посилк, номер клієнта,
  siparis, fatura, kargo, musteri, tutar, rezervasyon, takip, 订单, 訂單, 发票, 快递, 运单, 金额, 电话, 客户, 客服, 注文, 請求, 伝票, 電話,
  会員番号, 顧客, 金額, 予約, 주문, 송장, 운송장, 고객, 금액, 전화, 예약, الطلب, فاتورة, الشحن, هاتف, العميل, المبلغ, حجز, ऑर्डर, बिल,
  चालान, फोन, ग्राहक, राशि, पिन कोड, 우편번호, 郵便番号, 邮编,
  produkt, product, producto, produto, prodotto, urun, posta kodu, kode pos, barang, pelanggan, 商品, 邮政, 股票, 상품, المنتج, البريدي, товар,
  почтов, код города, ma so thue, ma buu đien, ma đon hang, hs code, fiscal, barras, pocztow, zbozi, zakaznik`);

/**
 * Normalises case, accents and digits of other scripts; every character stays one UTF-16 unit, so that positions hold.
 */
export function fold(text: string): string {
  return text.toLowerCase().replace(/[^\x00-\x7f]/g, foldCharacter);
}

function foldCharacter(character: string): string {
  if (/\p{Nd}/u.test(character)) return String(digitOf(character));
  const base = character.normalize('NFD').charAt(0);
  return /[\uac00-\ud7a3]/.test(character) ? character : base;
}

/** Decimal digits come in rows of ten; the row's zero is the one whose predecessor is not a digit. */
function digitOf(character: string): number {
  let code = character.charCodeAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}

/** `fold` keeps Hangul whole; everything else is compared by its base letters. */
const folded = (words: readonly string[]) => [...new Set(words.map((word) => fold(word)))];

export type Place = { readonly at: number; readonly end: number };
export type WordFinder = (text: string) => Place[];

const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?![\\p{L}])';

/**
 * Finds words in a folded text. Words of alphabets match only where a word begins, and with `wholeWords` only where it
 * also ends, since they are parts of many others. Boundaries are checked after the bare letters were found: an engine
 * that must check them in front of every alternative takes ten times as long.
 */
function finder(words: readonly string[], wholeWords: boolean, more: readonly string[] = []): WordFinder {
  // The first text builds it: most processes that import this never read one.
  let find: WordFinder | undefined;
  return (text) => (find ??= buildFinder(words, wholeWords, more))(text);
}

function buildFinder(words: readonly string[], wholeWords: boolean, more: readonly string[]): WordFinder {
  const escaped = folded(words)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .toSorted((a, b) => b.length - a.length);
  const guarded = escaped.map((word) => {
    const isAlphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
    return isAlphabetic ? `${BEFORE}${word}${wholeWords ? AFTER : ''}` : word;
  });
  const bare = new RegExp([...escaped, ...more].join('|'), 'gu');
  const exact = new RegExp([...guarded, ...more.map((pattern) => `${BEFORE}${pattern}${AFTER}`)].join('|'), 'yu');
  return (text) => {
    const places: Place[] = [];
    bare.lastIndex = 0;
    for (let found = bare.exec(text); found; found = bare.exec(text)) {
      exact.lastIndex = found.index;
      const length = exact.exec(text)?.[0].length ?? 0;
      if (length > 0) places.push({ at: found.index, end: found.index + length });
      bare.lastIndex = found.index + Math.max(1, length);
    }
    return places;
  };
}

/** Words that begin with the purpose of a one-time code, in the languages that join them with "code". */
const compound =
  '(?:bestatig|verifi|sicherheit|anmeld|login|einmal|zugang|faktor|bekraft|bekraeft|bekræft|bekreft|engang|inlog|' +
  'inloggning|sikkerhed|sakerhet|bevestig|beveilig|vahvist|kertakaytto|turva|kirjautumis)' +
  '\\p{L}{0,12}(?:code|kode|kod|koodi)\\p{L}{0,3}';

export const findNaming = finder(naming, true, [compound]);
export const findHinting = finder(hinting, true);
/** These match the beginnings of words: order, orders, ordernumber. */
export const findMisleading = finder(misleading, false);
