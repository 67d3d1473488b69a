import type { Attachment } from '@mailroom/client';
import { Icon } from '../../kit/icons.js';
import { FileName, fileNameOf } from './file-name.js';
import { sizeText } from './size-text.js';

/** The files of a message, each to be kept. */
export function Attachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="row wrap" aria-label="Attachments">
      {attachments.map(({ id, filename, size }) => (
        <li key={id}>
          <a className="attach" href={`call/api/agent/v1/attachments/${id}/content`} download={fileNameOf(filename)}>
            <Icon name="attach" small />
            <FileName name={fileNameOf(filename)} /> <span className="faint">{sizeText(size ?? 0)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
