/** Hands a file to the browser to be kept. It has no type by which a browser would open it here. */
export function keepFile(name: string, content: Uint8Array | string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address up by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
