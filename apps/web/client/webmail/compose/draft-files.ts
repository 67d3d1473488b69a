import { api } from '../api.js';

/** Gives the files of one draft to another. */
export async function copyFiles(from: number, to: number): Promise<void> {
  const { attachments } = await api.getDraft(from);
  for (const { id, filename, mimeType, disposition, contentId } of attachments) {
    const bytes = await api.downloadDraftAttachment(from, id);
    const content = await base64Of(new Blob([new Uint8Array(bytes)]));
    const kind = { contentType: mimeType, disposition, ...(contentId !== null && { contentId }) };
    await api.attachToDraft(to, { filename, content, ...kind });
  }
}

export async function base64Of(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('It can’t be read. Perhaps it is a folder, or it was moved.'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
