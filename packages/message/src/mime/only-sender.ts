import { parseAddressList } from './address-list.js';
import type { HeaderBlock } from './header-block.js';
import type { ParsedMessage } from './parsed-message.js';

/** The only address of the only field From; null where there are several, since programs differ in whom they show. */
export function onlySender(header: HeaderBlock, { from }: Pick<ParsedMessage, 'from'>): string | null {
  const fields = header.all('from');
  const [only, ...others] = parseAddressList(fields);
  if (fields.length !== 1 || !only || others.length > 0) return null;
  return only.email !== '' && only.email === from?.email ? only.email : null;
}
