import { Lexicon, type Place } from '../text/lexicon.js';
import type { LinkKind } from './extractions.js';
import {
  changeWords,
  genericWords,
  loginWords,
  passwordWords,
  resetWords,
  unsubscribeWords,
  verifyWords,
} from './words/link-words.js';

const UNSUBSCRIBE = 1;
const RESET = 2;
const PASSWORD = 4;
const CHANGE = 8;
const VERIFY = 16;
const LOGIN = 32;
const GENERIC = 64;
/** Somebody confirms a deal, and not who they are. */
const DEAL = 128;

const dealWords = `order, orders, booking, reservation, appointment, attendance, delivery, invoice, payment, meeting, purchase, rsvp,
  bestellung, buchung, termin, zahlung, teilnahme, commande, réservation, paiement, rendez vous, pedido, reserva, pago, cita, asistencia, pagamento, consulta, prenotazione, appuntamento, ordine, bestelling, afspraak, zamówienie, wizytę, rezerwację, заказ, бронирование, запись, sipariş, rezervasyon, randevu, 订单, 訂單, 预订, 注文, 予約, 주문, 예약, طلب, حجز, pesanan, đơn hàng, beställning*, bokning*, bestilling*, tilauksen, objednávk*, rendelés*`;

let words: Lexicon | undefined;
const lexicon = () =>
  (words ??= new Lexicon([
    [UNSUBSCRIBE, unsubscribeWords],
    [RESET, resetWords],
    [PASSWORD, passwordWords],
    [CHANGE, changeWords],
    [VERIFY, verifyWords],
    [LOGIN, loginWords],
    [GENERIC, genericWords],
    [DEAL, dealWords],
  ]));

/** What a text says a link is for: `other` where it says nothing of the four. */
export function kindOfText(text: string): LinkKind {
  return kindOf(maskOf(lexicon().find(text)));
}

/** Whether a link's own text leaves open what it is for. */
export function isGeneric(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  const places = lexicon().find(text.slice(0, 60));
  const covered = lettersIn(places.filter(({ is }) => (is & GENERIC) !== 0));
  return text.length <= 60 && covered * 2 >= text.replace(/\s/g, '').length;
}

function lettersIn(places: readonly Place[]): number {
  let behind = 0;
  let sum = 0;
  for (const { at, end } of places) {
    sum += Math.max(0, end - Math.max(at, behind));
    behind = Math.max(behind, end);
  }
  return sum;
}

const maskOf = (places: readonly Place[]) => places.reduce((mask, { is }) => mask | is, 0);

function kindOf(mask: number): LinkKind {
  if ((mask & UNSUBSCRIBE) !== 0) return 'unsubscribe';
  if ((mask & RESET) !== 0 || ((mask & PASSWORD) !== 0 && (mask & CHANGE) !== 0)) return 'reset';
  if ((mask & VERIFY) !== 0 && (mask & DEAL) === 0) return 'verify';
  return (mask & LOGIN) === 0 ? 'other' : 'login';
}

const URL_WORDS: readonly (readonly [LinkKind, RegExp])[] = [
  [
    'unsubscribe',
    /unsub|opt-?_?out|abmeld|abbestell|desabonn|desinscri|d[eé]sinscription|baja|descadastr|disiscri|uitschrijv|wypisz|otpis|avregistr|avmeld|afmeld|leiratkoz|odhlas|dezabon|list-?manage.*unsub|email-?preferences|\boo\b/,
  ],
  [
    'reset',
    /(?:reset|recover|forgot|change|new|set|restore)[-_]?(?:your)?[-_]?(?:pass|pw|pwd|account|credential)|pass(?:word|wd|wort|code)?[-_/]?(?:reset|recover|forgot|change|new|edit|set|restore)|pw[-_]?reset|\breset\b|\brecovery?\b|passwort-?(?:vergessen|neu)|zuruecksetzen|reinitialis|restablec|redefinir|reimposta|wachtwoord-?(?:herstel|vergeten)|lost-?password/,
  ],
  [
    'verify',
    /verif|confirm(?!ation-?number)|activat|validat|bestaetig|aktivier|double-?opt-?in|\bdoi\b|optin|opt-in|email-?valid|freischalt|activer|aktivasi|conferma|confirmar|potwierdz|dogrula|onay/,
  ],
  [
    'login',
    /log-?_?in\b|log-?_?on\b|sign-?_?in\b|signin|magic|passwordless|one-?time-?link|otl\b|\bsso\b|auth(?:enticate)?\/(?:callback|link|email|token)|einloggen|anmelden|connexion|inloggen|autologin|login_token|login-?link/,
  ],
];

/** What the host, path and query of a URL say it is for. */
export function kindOfUrl({ hostname, pathname, search }: URL): LinkKind {
  const text = `${hostname} ${pathname} ${search}`.slice(0, 600).toLowerCase().replace(/%2f/g, '/');
  return URL_WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}
