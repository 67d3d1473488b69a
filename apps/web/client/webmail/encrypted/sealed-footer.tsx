import type { ChangeEvent, ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { sizeText } from '../message/size-text.js';
import { ChangedKey } from './changed-key.js';
import type { useSealedDraft } from './use-sealed-draft.js';

type SealedFooterProps = { readonly draft: ReturnType<typeof useSealedDraft>; readonly children?: ReactNode };

/** Who can read what is written, its files, and the buttons below it. */
export function SealedFooter({ draft, children }: SealedFooterProps) {
  const { files, setFiles, addFiles, readers, refusal, lookAgain, busy, error, send } = draft;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    addFiles([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <>
      <div className="stack tight pad-l" role="status">
        {refusal !== null && <Note kind="warn" title={`It can't be sent. ${refusal}`} />}
        {readers?.published.map((address) => (
          <ChangedKey key={address} address={address} onAccepted={lookAgain} />
        ))}
        {refusal === null && readers && (
          <span className="row t-ok">
            <Icon name="shield" small /> Encrypted for {readers.known.join(', ')} and for you
          </span>
        )}
        <span className="faint">
          What you write stays in this tab until it is sent, and is lost when you lock or leave. The subject is not
          encrypted.
        </span>
      </div>
      {error !== null && <ErrorNote error={error} />}
      {files.length > 0 && (
        <ul className="row wrap pad-l" aria-label="Attachments">
          {files.map((file, at) => (
            <li key={at} className="attach">
              <Icon name="attach" small />
              {file.name} <span className="faint">{sizeText(file.size)}</span>
              <Button
                look="ghost"
                size="s"
                icon="close"
                aria-label={`Remove ${file.name}`}
                onPress={() => setFiles(files.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Button look="primary" hotkey="Ctrl ↵" busy={busy} onPress={send}>
          Send encrypted
        </Button>
        <label className="btn">
          <Icon name="attach" />
          Attach
          <input className="vh" type="file" multiple onChange={choose} />
        </label>
        {children}
      </footer>
    </>
  );
}
