import { usePageTitle } from '../kit/page-title.js';
import { useMailbox } from './own-mailbox.js';

/** Says in the tab what is shown of which mailbox: somebody may have several open beside each other. */
export function useMailTitle(name: string, waiting?: number): void {
  usePageTitle(name, waiting, useMailbox().email);
}
