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
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  WHOLE_DOCUMENT: false,
  FORCE_BODY: true,
};

/** A link opens elsewhere, tells the other side nothing of us, and says where it goes. */
function tameLink(link: Element): void {
  const url = link.getAttribute('href') ?? '';
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
  link.setAttribute('title', url);
  const host = URL.canParse(url) ? new URL(url).host : '';
  const shown = /\b((?:[a-z0-9-]+\.)+[a-z]{2,})\b/i.exec(link.textContent ?? '')?.[1]?.toLowerCase();
  if (host === '' || shown === undefined || host === shown || host.endsWith(`.${shown}`)) return;
  link.append(` (goes to ${host})`);
}

/** The servers that would learn that the message was read, if its images were loaded. */
function hostsOf(root: DocumentFragment): string[] {
  const urls = [...root.querySelectorAll('[src], [background]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('background') ?? '',
  );
  const styles = [...root.querySelectorAll('[style], style')].map(
    (element) => `${element.getAttribute('style') ?? ''} ${element.textContent ?? ''}`,
  );
  const inStyles = styles.flatMap((style) =>
    [...style.matchAll(/url\(\s*["']?(https?:[^"')\s]+)/gi)].map(([, url = '']) => url),
  );
  const hosts = [...urls, ...inStyles].flatMap((url) =>
    /^https?:/i.test(url) && URL.canParse(url) ? [new URL(url).host] : [],
  );
  return [...new Set(hosts)];
}

/** Cleans the HTML of a message in the parser that will show it. */
export function clean(html: string): { readonly html: string; readonly hosts: string[] } {
  const root = DOMPurify.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true });
  for (const link of root.querySelectorAll('a[href]')) tameLink(link);
  const hosts = hostsOf(root);
  const holder = document.createElement('div');
  holder.append(root);
  return { html: holder.innerHTML, hosts };
}
