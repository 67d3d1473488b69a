import { useState } from 'react';
import { Button } from '../../kit/button.js';
import type { Email } from '../api.js';
import { MarksHandled, ReplyBox } from '../compose/reply-box.js';
import { replyTo } from '../compose/reply-to.js';
import { AnswerSent, useAnswered } from '../compose/use-answered.js';
import { useMailbox } from '../own-mailbox.js';
import { SealedFooter } from './sealed-footer.js';
import { useSealedDraft } from './use-sealed-draft.js';

type SealedReplyProps = { readonly email: Email; readonly quoted: string };

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Reply-To of another domain would take what was secret to somebody else; it is not followed. */
function followed({ from, replyTo: wished }: Email): Email['replyTo'] {
  return wished.every(({ email }) => domainOf(email) === domainOf(from.email)) ? wished : [];
}

/** Answers an encrypted message, encrypted or not at all. */
export function SealedReply({ email, quoted }: SealedReplyProps) {
  const own = useMailbox().email;
  const [marks, setMarks] = useState(email.task?.status !== 'handled');
  const { one, all, subject } = replyTo({ ...email, replyTo: followed(email) }, own);
  const { answered, unmarked } = useAnswered(email);
  const draft = useSealedDraft({ to: one, cc: '', subject, text: '' }, email.id, () => answered(marks));
  const { text, change, look, send } = draft;
  const write = (part: Partial<typeof text>) => {
    change(part);
    look();
  };
  // Without a regular expression: the language keeps the last text that one has met.
  const quote = () =>
    change({
      text: `${text.text}\n\n${quoted
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n`,
    });
  if (unmarked !== null) return <AnswerSent unmarked={unmarked} />;
  return (
    <ReplyBox text={text} change={write} all={all} onSend={send} onFiles={draft.addFiles} onFocus={look}>
      <SealedFooter draft={draft}>
        <MarksHandled marks={marks} onChange={setMarks} />
        {quoted !== '' && (
          <Button look="ghost" onPress={quote}>
            Quote
          </Button>
        )}
      </SealedFooter>
    </ReplyBox>
  );
}
