import { domainOf, organisationOf } from '../address/organisation.js';
import type { HtmlText } from '../html/read-html.js';
import { fold } from './code-words.js';
import type { ExtractedLink, ExtractionInput, LinkKind } from './extractions.js';

const MAX_SCANNED = 256 * 1024;
const MAX_LINKS = 200;
const MAX_URL = 4 * 1024;
const MAX_TEXT = 200;
const MAX_LABEL = 120;

/** The purposes of links, by words in their text or path, in the order in which they are tried. */
const kindWords: readonly (readonly [LinkKind, RegExp])[] = [
  [
    'unsubscribe',
    /unsubscrib|opt-?out|abbestell|abmelden|desabonn|desinscri|darse de baja|cancelar suscrip|descadastr|disiscri|annulla iscri|uitschrijv|afmeld|wypisz|rezygnuj|отписа|відписа|aboneligi|abonelikten|退订|取消订阅|配信停止|수신거부|수신 거부|الغاء الاشتراك|सदस्यता समाप्त|avregistrer|avprenumerer|berhenti berlangganan|huy đăng ký|huỷ đăng ký/,
  ],
  [
    'reset',
    /reset|recover|forgot|passwort (?:zurucksetzen|vergessen|andern)|(?:neues|new) (?:passwort|password)|choose a new password|reinitialis|restablec|redefinir|reimposta|herstel|zresetuj|сброс|восстанов|скину|sifre(?:ni|nizi|mi|yi)? s[iı]f[iı]rla|aterstall|atur ulang|đặt lại mật khẩu|重置|重設|再設定|재설정|اعادة تعيين|रीसेट/,
  ],
  [
    'verify',
    /verif|confirm|activat|validat|bestatig|freischalt|activer|bevestig|conferm|attiva|potwierd|weryfik|aktywuj|подтверд|активир|підтверд|dogrula|onayla|etkinlestir|确认|確認|验证|驗證|激活|認証|인증|확인하|تاكيد|تحقق|सत्यापित|पुष्टि|bekraft|xác minh|xác nhận/,
  ],
  [
    'login',
    /log-?\s?in|sign-?\s?in|signin|magic|anmelden|einloggen|connexion|connecter|iniciar sesion|entrar|acced|inlog|zaloguj|войти|вход|увійти|giris|登录|登錄|ログイン|サインイン|로그인|تسجيل الدخول|लॉग ?इन|logga in|đăng nhập|masuk/,
  ],
];

/** These are compared with folded text, and so are folded themselves. */
const kinds = kindWords.map(([kind, { source }]) => [kind, new RegExp(fold(source))] as const);

/** Returns the links of the HTML with what a reader sees of them, then those of the text that the HTML lacks. */
export function findLinks({ plainText, html, fromEmail }: ExtractionInput): ExtractedLink[] {
  const senderDomain = domainOf(fromEmail);
  const links = new Map<string, ExtractedLink>();
  for (const { url, text, label } of [
    ...(html ? anchorsOf(html) : []),
    ...bareUrlsOf(plainText.slice(0, MAX_SCANNED)),
  ]) {
    if (links.size >= MAX_LINKS) break;
    const parsed = webUrl(url);
    if (!parsed || links.has(parsed.href)) continue;
    const hostMatchesSender = organisationOf(parsed.hostname) === organisationOf(senderDomain);
    links.set(parsed.href, {
      url: parsed.href,
      text: text || parsed.href,
      kind: kindOf(parsed, text || label),
      hostMatchesSender,
    });
  }
  return [...links.values()];
}

type Found = {
  readonly url: string;
  readonly text: string;
  /** The text that leads up to a URL without its own text. */
  readonly label: string;
};

function anchorsOf({ anchors }: HtmlText): Found[] {
  return anchors.map(({ href, text }) => ({
    url: href.slice(0, MAX_URL).trim(),
    text: text.replace(/\s+/g, ' ').slice(0, MAX_TEXT).trim().toWellFormed(),
    label: '',
  }));
}

function* bareUrlsOf(text: string): Generator<Found> {
  let behind = 0;
  for (const { 0: url, index } of text.matchAll(/https?:\/\/[^\s<>"'`{}|\\^]{1,4096}/gi)) {
    const label = labelBefore(text.slice(Math.max(behind, index - MAX_LABEL), index));
    behind = index + url.length;
    // Punctuation of the sentence after a URL is not part of it.
    yield { url: url.replace(/[.,;:!?)\]}»”’]{1,8}$/u, ''), text: '', label };
  }
}

/** Returns the last clause before a URL, on its line or above it. */
function labelBefore(text: string): string {
  return (
    text
      .trimEnd()
      .split(/\n|[.!?。！？]\s/u)
      .at(-1)
      ?.trim() ?? ''
  );
}

function webUrl(text: string): URL | null {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return new URL(text);
}

function kindOf(url: URL, text: string): LinkKind {
  const words = fold(text);
  const byText = kinds.find(([, pattern]) => pattern.test(words));
  if (byText) return byText[0];
  const path = fold(`${url.pathname} ${url.search}`.slice(0, 500));
  return kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}
