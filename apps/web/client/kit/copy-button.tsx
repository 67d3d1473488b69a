import { useState } from 'react';
import { Button, type ButtonProps } from './button.js';

type CopyButtonProps = { readonly text: string; readonly what: string } & Pick<ButtonProps, 'look' | 'size' | 'hotkey'>;

/** Copies a text and says so where it was pressed. */
export function CopyButton({ text, what, look = 'plain', size = 's', hotkey }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2_000);
  };
  return (
    <Button
      look={look}
      size={size}
      icon={done ? 'check' : 'copy'}
      onPress={() => void copy()}
      {...(hotkey && { hotkey })}
    >
      {done ? 'Copied' : `Copy ${what}`}
    </Button>
  );
}
