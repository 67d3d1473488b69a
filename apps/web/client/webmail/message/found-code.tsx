import { CopyButton } from '../../kit/copy-button.js';
import { useHotkeys } from '../../kit/hotkeys.js';

/** The code for which the message was opened. */
export function FoundCode({ code }: { readonly code: string }) {
  useHotkeys({ y: () => void navigator.clipboard.writeText(code) });
  return (
    <div className="found-code" role="group" aria-label="Found code">
      <div>
        <h2 className="h3">Code in this message</h2>
        <output>{code}</output>
      </div>
      <div className="btns">
        <CopyButton text={code} what="code" look="primary" hotkey="Y" />
      </div>
    </div>
  );
}
