import { useState } from 'react';
import { Button, type ButtonProps } from './button.js';

type CopyButtonProps = { readonly text: string; readonly what: string } & Pick<ButtonProps, 'look' | 'size' | 'hotkey'>;

type Copied = 'yes' | 'no';

/** Copies a text and says so where it was pressed. A browser lets no page copy that came over plain HTTP from elsewhere. */
export function CopyButton({ text, what, look = 'plain', size = 's', hotkey }: CopyButtonProps) {
  const [copied, setCopied] = useState<Copied>();
  const copy = async () => {
    const done = await write(text);
    setCopied(done ? 'yes' : 'no');
    setTimeout(() => setCopied(undefined), done ? 2_000 : 6_000);
  };
  return (
    <Button
      look={look}
      size={size}
      icon={copied === 'yes' ? 'check' : 'copy'}
      onPress={() => void copy()}
      {...(hotkey && { hotkey })}
    >
      {words(copied, what)}
    </Button>
  );
}

function words(copied: Copied | undefined, what: string): string {
  if (copied === undefined) return `Copy ${what}`;
  return copied === 'yes' ? 'Copied' : 'Not copied: select it';
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
