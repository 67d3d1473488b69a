import { useSyncExternalStore } from 'react';
import { keyring, type KeyringState } from './keyring.js';

/** Which keys are open in this tab now. */
export function useKeyring(): KeyringState & { readonly isOpen: boolean } {
  const state = useSyncExternalStore(keyring.subscribe, keyring.state);
  return { ...state, isOpen: state.fingerprints.length > 0 };
}
