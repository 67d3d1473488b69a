import { Button } from '../../kit/button.js';
import { keyring } from './keyring.js';
import { useKeyring } from './use-keyring.js';

/** Forgets the keys that are open, and all that was decrypted with them. */
export function LockButton({ block = false }: { readonly block?: boolean }) {
  const { isOpen } = useKeyring();
  if (!isOpen) return null;
  return (
    <Button size="s" icon="key" block={block} onPress={() => keyring.lock()}>
      Lock
    </Button>
  );
}
