import type { ChangeEvent, ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { FileName, fileNameOf } from '../message/file-name.js';
import { sizeText } from '../message/size-text.js';
import { DraftOvertaken } from './draft-writer.js';
import type { useDraft } from './use-draft.js';

type ComposeFooterProps = {
  readonly draft: ReturnType<typeof useDraft>;
  /** What failed, where the form itself says a part of it. */
  readonly error?: unknown;
  readonly children?: ReactNode;
};

/** The files of a draft and the buttons below it. */
export function ComposeFooter({ draft, error = draft.error, children }: ComposeFooterProps) {
  const { files, send, discard, attach, isAttaching, refused, detach } = draft;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    attach([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <>
      <Failed draft={draft} error={error} />
      {refused.map(({ name, error }, at) => (
        <ErrorNote key={at} what={`“${fileNameOf(name)}” is not attached.`} error={error} />
      ))}
      {files.length > 0 && (
        <ul className="row wrap pad-l" aria-label="Attachments">
          {files.map(({ id, filename, size }) => (
            <li key={id} className="attach">
              <Icon name="attach" small />
              <FileName name={fileNameOf(filename)} /> <span className="faint">{sizeText(size)}</span>
              <Button
                look="ghost"
                size="s"
                icon="close"
                aria-label={`Remove ${fileNameOf(filename)}`}
                busy={detach.isPending && detach.variables === id}
                onPress={() => detach.mutate(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Button look="primary" hotkey="Ctrl ↵" busy={send.isPending} onPress={() => send.mutate()}>
          Send
        </Button>
        <label className="btn">
          {isAttaching ? <span className="spin" aria-hidden="true" /> : <Icon name="attach" />}
          {isAttaching ? 'Attaching' : 'Attach'}
          <input className="vh" type="file" multiple onChange={choose} />
        </label>
        {children}
        <Button look="ghost" icon="trash" busy={discard.isPending} onPress={() => discard.mutate()}>
          Discard
        </Button>
      </footer>
    </>
  );
}

/** What failed; words that no longer belong to the draft can go on in one of their own. */
function Failed({ draft: { keepAsNew }, error }: Pick<ComposeFooterProps, 'draft' | 'error'>) {
  if (error === null || error === undefined) return null;
  const keep = (
    <Button size="s" busy={keepAsNew.isPending} onPress={() => keepAsNew.mutate()}>
      Keep as a new draft
    </Button>
  );
  if (!(error instanceof DraftOvertaken))
    return keepAsNew.error ? <ErrorNote error={error} action={keep} /> : <ErrorNote error={error} />;
  return (
    <div role="alert">
      <Note kind="warn" title={error.message} action={keep}>
        What you typed here is not saved in it.{!error.isGone && ' The other text is among your drafts.'}
      </Note>
    </div>
  );
}
