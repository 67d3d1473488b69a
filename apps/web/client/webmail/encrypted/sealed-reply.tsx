import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import type { Email } from '../api.js';
import { replyTo } from '../compose/reply-to.js';
import { AnswerSent, useAnswered } from '../compose/use-answered.js';
import { useMailbox } from '../own-mailbox.js';
import { SealedFooter } from './sealed-footer.js';
import { useSealedDraft } from './use-sealed-draft.js';
import { sends } from '../compose/sends.js';

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
  const onKey = (event: KeyboardEvent) => {
    if (sends(event)) send();
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
        onFocus={look}
        onChange={(event) => {
          change({ text: event.target.value });
          look();
        }}
      />
      <SealedFooter draft={draft}>
        <label className="check">
          <input type="checkbox" checked={marks} onChange={(event) => setMarks(event.target.checked)} /> Mark handled
        </label>
        {quoted !== '' && (
          <Button look="ghost" onPress={quote}>
            Quote
          </Button>
        )}
      </SealedFooter>
    </form>
  );
}
