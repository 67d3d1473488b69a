import { useState, type KeyboardEvent } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { api, type Email } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { ComposeFooter } from './compose-footer.js';
import { replyTo } from './reply-to.js';
import { useDraft } from './use-draft.js';

/** Answers a message; with "Mark handled" the agents leave it alone. */
export function ReplyForm({ email }: { readonly email: Email }) {
  const own = useMailbox().email;
  const place = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const [marks, setMarks] = useState(email.task?.status !== 'handled');
  const { one, all, subject } = replyTo(email, own);
  const draft = useDraft({ inReplyTo: email.id, text: { to: one, cc: '', subject, text: '' } }, (sent) => {
    const after = async () => {
      if (sent && marks) await api.setTask(email.id, { status: 'handled', owner: 'webmail' });
      await navigate({ to: '/', search: place });
    };
    void after();
  });
  const { text, change, send } = draft;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send.mutate();
  };
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
