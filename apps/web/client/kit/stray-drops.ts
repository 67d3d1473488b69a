/** Whether files are what is dragged, and not a piece of text. */
export const hasFiles = ({ types }: { readonly types: readonly string[] }): boolean => types.includes('Files');

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** A file that is dropped beside what takes it would be opened in the place of the page, with all that is written there. */
export function refuseStrayDrops(): void {
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
