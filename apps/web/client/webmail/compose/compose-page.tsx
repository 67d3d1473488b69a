import type { FormEvent, KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SkeletonRows } from '../../kit/empty.js';
import { Field } from '../../kit/field.js';
import { addressesOf } from '../../kit/listed.js';
import { useFaults } from '../../kit/use-faults.js';
import type { Draft } from '../api.js';
import { BackLink } from '../back-link.js';
import { InOtherMailbox } from '../in-other-mailbox.js';
import { NotShown } from '../not-shown.js';
import { useMailTitle } from '../use-mail-title.js';
import { useMailbox } from '../own-mailbox.js';
import { ComposeFooter } from './compose-footer.js';
import { BLANK, textOf } from './draft-text.js';
import { readDraft } from './draft-writer.js';
import { FormattedText } from './formatted-text.js';
import { useDraft } from './use-draft.js';
import { useFileDrop } from './use-file-drop.js';
import { sends } from './sends.js';

/** Writes a message: a new one, or a draft that was begun. */
export function ComposePage({ draftId }: { readonly draftId?: number }) {
  const { id: accountId } = useMailbox();
  const { data, error } = useQuery({
    queryKey: ['draft', draftId],
    queryFn: () => readDraft(draftId ?? 0),
    enabled: draftId !== undefined,
    // What is being written is newer than what the server has.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) return <NotShown error={error} />;
  if (draftId !== undefined && !data) return <SkeletonRows count={4} />;
  if (data && data.accountId !== accountId) return <InOtherMailbox accountId={data.accountId} />;
  return <ComposeForm draft={data} />;
}

function ComposeForm({ draft: before }: { readonly draft: Draft | undefined }) {
  const navigate = useNavigate();
  const place = useSearch({ from: '__root__' });
  const draft = useDraft(
    { draft: before, text: before ? textOf(before) : BLANK },
    (sent) => void navigate({ to: '/', search: sent ? { in: 'sent' } : { in: 'drafts' } }),
    (id) => void navigate({ to: '/drafts/$draftId', params: { draftId: String(id) }, search: place }),
  );
  const { text, change, send } = draft;
  useMailTitle('New message');
  const { isOver, events } = useFileDrop(draft.attach);
  const [to, cc, bcc] = [text.to, text.cc, text.bcc].map(addressesOf);
  const faults = useFaults(send.error, { to, cc, bcc, subject: undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  const onKey = (event: KeyboardEvent) => {
    if (sends(event)) send.mutate();
  };
  return (
    <form {...events} className={isOver ? 'msg over' : 'msg'} onSubmit={submit} onKeyDown={onKey}>
      <div className="row wrap">
        <BackLink />
        <h1>New message</h1>
        {!before && (
          <Link className="btn s end" to="/write/encrypted" search={place}>
            Write encrypted
          </Link>
        )}
      </div>
      <Addressed text={text} change={change} at={faults.at} />
      {text.html !== null && <FormattedText html={text.html} />}
      <div className="reply">
        <textarea
          rows={14}
          aria-label="Text"
          value={text.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <ComposeFooter draft={draft} error={draft.error === send.error ? faults.rest : draft.error}>
          <span className="end hide-s">Kept as a draft while you write</span>
        </ComposeFooter>
      </div>
    </form>
  );
}

type AddressedProps = Pick<ReturnType<typeof useDraft>, 'text' | 'change'> & {
  /** What was refused, by its field. */
  readonly at: ReturnType<typeof useFaults>['at'];
};

/** The fields of a message above its text: its recipients and its subject. */
function Addressed({ text, change, at }: AddressedProps) {
  return (
    <>
      <Field
        label="To"
        value={text.to}
        onChange={(to) => change({ to })}
        error={at.to}
        hint="Several addresses are separated by commas."
        autoFocus
      />
      <Field label="Cc" value={text.cc} onChange={(cc) => change({ cc })} error={at.cc} />
      <Field label="Bcc" value={text.bcc} onChange={(bcc) => change({ bcc })} error={at.bcc} />
      <Field label="Subject" value={text.subject} onChange={(subject) => change({ subject })} error={at.subject} />
    </>
  );
}
