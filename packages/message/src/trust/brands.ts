/** Names that deceivers borrow, with the other names that their owners use. */
const BRANDS: Readonly<Record<string, string>> = {
  paypal: 'xoom',
  amazon: 'amazonses aws amazonaws amazonpay',
  apple: 'icloud me',
  icloud: 'apple',
  microsoft: 'microsoftonline office office365 outlook live sharepointonline azure microsoft365 sharepoint',
  google: 'youtube gmail googlemail android accounts-google',
  netflix: '',
  facebook: 'facebookmail meta fb',
  instagram: 'facebookmail meta facebook',
  whatsapp: 'facebookmail meta facebook',
  linkedin: '',
  twitter: 'x',
  dropbox: 'dropboxmail',
  docusign: '',
  adobe: 'adobesign adobecc',
  github: '',
  coinbase: '',
  binance: '',
  metamask: 'consensys',
  blockchain: '',
  stripe: '',
  revolut: '',
  ebay: '',
  spotify: '',
  steam: 'steampowered valvesoftware',
  dhl: 'deutschepost',
  fedex: '',
  usps: '',
  docomo: 'nttdocomo',
  rakuten: '',
  alibaba: 'aliexpress',
  chase: 'jpmorgan jpmchase',
  citibank: 'citi citigroup',
  hsbc: '',
  barclays: '',
  santander: '',
  sparkasse: '',
  postbank: '',
  commerzbank: '',
  americanexpress: 'aexp amex',
  mastercard: '',
  wellsfargo: 'wf',
  bankofamerica: 'bofa',
  sberbank: 'sber',
};

/** Some names are also given names or common words; they count only beside a word such as "Support". */
const AMBIGUOUS = new Set(['chase', 'apple', 'amazon', 'stripe', 'steam', 'twitter', 'blockchain', 'me', 'meta']);

const SERVICE_WORD =
  /^(?:support|security|service|services|team|billing|account|accounts|alert|alerts|notification|notifications|help|helpdesk|customer|care|pay|payments|prime|bank|inc|id|store|kundenservice|kundendienst|sicherheit|konto|soporte|seguridad|suporte|sécurité|assistance|assistenza|supporto|поддержка|客服|サポート)$/iu;

export const brandNames: ReadonlySet<string> = new Set(Object.keys(BRANDS));

/** Whether a registered name belongs to the brand, by its first label. */
export function belongsToBrand(organisation: string, brand: string): boolean {
  const [label = ''] = organisation.split('.');
  return label === brand || (BRANDS[brand] ?? '').split(' ').includes(label);
}

/** The brand that a display name claims to be. */
export function brandOfName(name: string): string | null {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 8);
  const [first = '', second = '', third = ''] = words;
  for (const [brand, rest] of [
    [first, words.slice(1)],
    [first + second, words.slice(2)],
    [first + second + third, words.slice(3)],
  ] as const) {
    if (!brandNames.has(brand)) continue;
    const claims = rest.some((word) => SERVICE_WORD.test(word));
    if (claims || (rest.length === 0 && !AMBIGUOUS.has(brand))) return brand;
  }
  return null;
}
