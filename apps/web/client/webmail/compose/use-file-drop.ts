import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { hasFiles } from '../../kit/stray-drops.js';

/** Takes the files that are dropped onto a form or pasted into it; tells whether some are held over it. */
export function useFileDrop(take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // A spreadsheet gives its cells as a picture too; whoever pastes them wants the words.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    take([...files]);
  };
  return { isOver, events: { onDragOver, onDragLeave, onDrop, onPaste } };
}
