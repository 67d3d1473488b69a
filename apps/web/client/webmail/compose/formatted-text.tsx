import { useState } from 'react';
import { Button } from '../../kit/button.js';
import { Note } from '../../kit/note.js';
import { HtmlBody } from '../message/message-body.js';

/** What a draft says with formatting: most of those who get it will see this, so whoever sends it can look at it. */
export function FormattedText({ html }: { readonly html: string }) {
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <Button size="s" onPress={() => setIsShown(!isShown)}>
      {isShown ? 'Hide it' : 'Show it'}
    </Button>
  );
  return (
    <div className="stack">
      <Note title="This draft has formatted text as well." action={toggle}>
        It is sent along. If you change the words below, only they are sent.
      </Note>
      {isShown && <HtmlBody html={html} mayLoadImages={false} />}
    </div>
  );
}
