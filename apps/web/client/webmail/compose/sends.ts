import type { KeyboardEvent } from 'react';

/** Whether these keys send what is written; while somebody composes a letter, they end that. */
export function sends({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}
