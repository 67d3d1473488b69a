import { CopyButton } from '../kit/copy-button.js';
import { Note } from '../kit/note.js';

type SecretProps = { readonly title: string; readonly text: string; readonly what: string };

/** Something that is shown once. */
export function Secret({ title, text, what }: SecretProps) {
  return (
    <div className="stack" role="status">
      <Note kind="ok" title={title}>
        Copy it now: only its hash is kept, so it can’t be shown again.
      </Note>
      <div className="cmd">
        <span data-testid="secret">{text}</span>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
