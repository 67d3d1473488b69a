import { useState } from 'react';
import type { Email } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { ComposeFooter } from './compose-footer.js';
import { BLANK } from './draft-text.js';
import { MarksHandled, ReplyBox } from './reply-box.js';
import { replyTo } from './reply-to.js';
import { AnswerSent, useAnswered } from './use-answered.js';
import { useDraft } from './use-draft.js';

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
  if (unmarked !== null) return <AnswerSent unmarked={unmarked} />;
  return (
    <ReplyBox text={text} change={change} all={all} onSend={() => send.mutate()} onFiles={draft.attach}>
      <ComposeFooter draft={draft}>
        <MarksHandled marks={marks} onChange={setMarks} />
      </ComposeFooter>
    </ReplyBox>
  );
}
