import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import type { Email } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { ComposeFooter } from './compose-footer.js';
import { BLANK } from './draft-text.js';
import { replyTo } from './reply-to.js';
import { AnswerSent, useAnswered } from './use-answered.js';
import { useDraft } from './use-draft.js';
import { sends } from './sends.js';

/** Answers a message; with "Mark handled" the agents leave it alone. */
export function ReplyForm({ email }: { readonly email: Email }) {
  const own = useMailbox().email;
  const [marks, setMarks] = useState(email.task?.status !== 'handled');
  const { one, all, subject } = replyTo(email, own);
  const { answered, unmarked } = useAnswered(email);
  const draft = useDraft({ inReplyTo: email.id, text: { ...BLANK, to: one, subject } }, (sent) => {
    void answered(sent && marks);
  });
  const { text, change, send } = draft;
  const onKey = (event: KeyboardEvent) => {
    if (sends(event)) send.mutate();
  };
  if (unmarked !== null) return <AnswerSent unmarked={unmarked} />;
  return (
    <form className="reply" onKeyDown={onKey} onSubmit={(event) => event.preventDefault()}>
      <div className="to">
        <Icon name="reply" small />
        <span>To</span>
        <span className="mono cut">{[text.to, text.cc].filter(Boolean).join(', ')}</span>
        {all !== '' && text.cc === '' && (
          <Button look="ghost" size="s" onPress={() => change({ cc: all })}>
            Reply to all
          </Button>
        )}
      </div>
      <textarea
        id="reply"
        rows={4}
        aria-label="Reply"
        placeholder="Write a reply"
        value={text.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <ComposeFooter draft={draft}>
        <label className="check">
          <input type="checkbox" checked={marks} onChange={(event) => setMarks(event.target.checked)} /> Mark handled
        </label>
      </ComposeFooter>
    </form>
  );
}
