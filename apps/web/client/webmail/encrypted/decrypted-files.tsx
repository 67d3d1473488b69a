import type { PlainFile } from '@mailroom/pgp-mail';
import { Icon } from '../../kit/icons.js';
import { FileName, fileNameOf } from '../message/file-name.js';
import { sizeText } from '../message/size-text.js';
import { keepFile } from './keep-file.js';

/** The files that were inside of what was encrypted, each to be kept. */
export function DecryptedFiles({ files }: { readonly files: readonly PlainFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="row wrap" aria-label="Attachments">
      {files.map((file, at) => (
        <li key={at}>
          <button type="button" className="attach" onClick={() => keepFile(fileNameOf(file.filename), file.content)}>
            <Icon name="attach" small />
            <FileName name={fileNameOf(file.filename)} /> <span className="faint">{sizeText(file.content.length)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
