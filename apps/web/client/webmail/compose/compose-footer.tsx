import type { ChangeEvent, ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { ErrorNote } from '../../kit/note.js';
import { FileName, fileNameOf } from '../message/file-name.js';
import { sizeText } from '../message/size-text.js';
import type { useDraft } from './use-draft.js';

type ComposeFooterProps = { readonly draft: ReturnType<typeof useDraft>; readonly children?: ReactNode };

/** The files of a draft and the buttons below it. */
export function ComposeFooter({ draft, children }: ComposeFooterProps) {
  const { files, send, discard, attach, detach, error } = draft;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    attach.mutate([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <>
      {error !== null && error !== undefined && <ErrorNote error={error} />}
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
          {attach.isPending ? <span className="spin" aria-hidden="true" /> : <Icon name="attach" />}
          {attach.isPending ? 'Attaching' : 'Attach'}
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
