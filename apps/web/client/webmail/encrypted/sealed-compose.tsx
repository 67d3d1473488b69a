import type { KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Field } from '../../kit/field.js';
import { PageHead } from './page-head.js';
import { SealedFooter } from './sealed-footer.js';
import { UnlockForm } from './unlock-form.js';
import { useKeyring } from './use-keyring.js';
import { useSealedDraft } from './use-sealed-draft.js';
import { sends } from '../compose/sends.js';
import { useFileDrop } from '../compose/use-file-drop.js';

/** Writes a message that is sent encrypted or not at all. */
export default function SealedCompose() {
  const { isOpen } = useKeyring();
  return (
    <div className="msg">
      <PageHead title="New encrypted message" />
      {isOpen ? <SealedForm /> : <UnlockForm title="Unlock your key to write an encrypted message." />}
    </div>
  );
}

function SealedForm() {
  const navigate = useNavigate();
  const blank = { to: '', cc: '', subject: '', text: '' };
  const draft = useSealedDraft(blank, undefined, () => navigate({ to: '/', search: { in: 'sent' } }));
  const { text, change, look, send } = draft;
  const { isOver, events } = useFileDrop(draft.addFiles);
  const onKey = (event: KeyboardEvent) => {
    if (sends(event)) send();
  };
  return (
    <form
      {...events}
      className={isOver ? 'stack over' : 'stack'}
      onKeyDown={onKey}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field
        label="To"
        value={text.to}
        onChange={(to) => change({ to })}
        onBlur={look}
        hint="Several addresses are separated by commas."
        autoFocus
      />
      <Field label="Cc" value={text.cc} onChange={(cc) => change({ cc })} onBlur={look} />
      <Field label="Subject" value={text.subject} onChange={(subject) => change({ subject })} />
      <div className="reply">
        <textarea
          rows={12}
          aria-label="Text"
          value={text.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <SealedFooter draft={draft} />
      </div>
    </form>
  );
}
