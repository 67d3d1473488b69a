import DOMPurify, { type Config } from 'dompurify';

/** What a message may hold: text, tables, lists, images and links; nothing that asks, embeds or moves. */
const RULES: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'option',
    'label',
    'dialog',
    'link',
    'base',
    'meta',
    'template',
    'audio',
    'video',
    'source',
    'track',
    'area',
    'map',
  ],
  FORBID_ATTR: [
    'id',
    'name',
    'ping',
    'srcset',
    'action',
    'formaction',
    'autofocus',
    'tabindex',
    'accesskey',
    'usemap',
    'contenteditable',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/\/|data:image\/(?:png|gif|jpe?g|webp|bmp);)/i,
  WHOLE_DOCUMENT: false,
  FORCE_BODY: true,
};

/** An address as it is whatever the page's own is: what is read to a person is what is opened. */
function absolute(url: string): string {
  const text = url.trim().replace(/^\/\//, 'https://');
  return URL.canParse(text) ? new URL(text).href : text;
}

/** A link opens elsewhere, tells the other side nothing of us, and says where it goes. */
function tameLink(link: Element): void {
  const url = absolute(link.getAttribute('href') ?? '');
  link.setAttribute('href', url);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
  link.setAttribute('title', url);
  const host = URL.canParse(url) ? new URL(url).host : '';
  const shown = /\b((?:[a-z0-9-]+\.)+[a-z]{2,})\b/i.exec(link.textContent ?? '')?.[1]?.toLowerCase();
  if (host === '' || shown === undefined || host === shown || host.endsWith(`.${shown}`)) return;
  link.append(` (goes to ${host})`);
}

const REMOTE = /^\s*(?:https?:|\/\/)/i;
/** Whatever in a style fetches something. */
const FETCHES = /(?:url|image-set|-webkit-image-set|cross-fade|image|src)\s*\([^)]*\)|@import[^;]*;?/gi;

const hostsIn = (style: string) =>
  [...style.matchAll(FETCHES)]
    .flatMap(([found]) => [...found.matchAll(/(?:https?:)?\/\/[^"')\s]+/gi)])
    .flatMap(([url]) => hostOf(url));

/** A style as its parser reads it: letters may be written as escapes. It is looked at, and never shown. */
function unescaped(style: string): string {
  return style.replace(/\\([0-9a-f]{1,6})\s?|\\([g-z])/gi, (_, code?: string, letter?: string) => {
    const point = Number.parseInt(code ?? '', 16);
    return letter ?? (point <= 0x10ffff ? String.fromCodePoint(point) : '');
  });
}

/** The server of a remote address. */
function hostOf(url: string): string[] {
  const text = absolute(url);
  return /^https?:/i.test(text) && URL.canParse(text) ? [new URL(text).host] : [];
}

/** Takes out what would be fetched; returns the servers that would have learned that the message was read. */
function takeOutRemote(root: DocumentFragment): string[] {
  const hosts: string[] = [];
  for (const element of root.querySelectorAll('[src], [background], [poster]')) {
    for (const name of ['src', 'background', 'poster']) {
      const url = element.getAttribute(name);
      if (url === null || !REMOTE.test(url)) continue;
      hosts.push(...hostOf(url));
      element.removeAttribute(name);
    }
  }
  const withoutFetches = (style: string) => {
    const read = unescaped(style);
    hosts.push(...hostsIn(read));
    if ((read.match(FETCHES)?.length ?? 0) > (style.match(FETCHES)?.length ?? 0)) return '';
    return style.replace(FETCHES, (found) => (found.startsWith('@') ? ' ' : 'none'));
  };
  for (const element of root.querySelectorAll('[style]')) {
    element.setAttribute('style', withoutFetches(element.getAttribute('style') ?? ''));
  }
  for (const element of root.querySelectorAll('style')) element.textContent = withoutFetches(element.textContent);
  return [...new Set(hosts)];
}

/** Cleans the HTML of a message in the parser that will show it; without its images unless somebody asked for them. */
export function clean(html: string, withImages: boolean): { readonly html: string; readonly hosts: string[] } {
  // A base would be dropped as well, but its address is looked at while it is parsed.
  const root = DOMPurify.sanitize(html.replace(/<base\b/gi, '<x-base'), { ...RULES, RETURN_DOM_FRAGMENT: true });
  for (const link of root.querySelectorAll('a[href]')) tameLink(link);
  const hosts = withImages ? [] : takeOutRemote(root);
  // What was taken out of a style may have stood between the letters of its end.
  for (const style of root.querySelectorAll('style')) style.textContent = style.textContent.replaceAll('<', '');
  const holder = document.createElement('div');
  holder.append(root);
  return { html: holder.innerHTML, hosts };
}
