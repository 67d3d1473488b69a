import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { sends } from './sends.js';
import { useFileDrop } from './use-file-drop.js';

type Written = { readonly to: string; readonly cc: string; readonly text: string };

type ReplyBoxProps = {
  readonly text: Written;
  readonly change: (part: Partial<Written>) => void;
  /** Everybody else who read the message, if there are others. */
  readonly all: string;
  readonly onSend: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onFocus?: () => void;
  /** The files and the buttons below the text. */
  readonly children: ReactNode;
};

/** The form of an answer: it shows to whom it goes, and takes its text and files. */
export function ReplyBox({ text, change, all, onSend, onFiles, onFocus, children }: ReplyBoxProps) {
  const { isOver, events } = useFileDrop(onFiles);
  const onKey = (event: KeyboardEvent) => {
    if (sends(event)) onSend();
  };
  return (
    <form
      {...events}
      className={isOver ? 'reply over' : 'reply'}
      onKeyDown={onKey}
      onSubmit={(event) => event.preventDefault()}
    >
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
        onFocus={onFocus}
        onChange={(event) => change({ text: event.target.value })}
      />
      {children}
    </form>
  );
}

type MarksHandledProps = { readonly marks: boolean; readonly onChange: (marks: boolean) => void };

/** Whether the message is marked handled with its answer, so that the agents leave it alone. */
export function MarksHandled({ marks, onChange }: MarksHandledProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={marks} onChange={(event) => onChange(event.target.checked)} /> Mark handled
    </label>
  );
}
