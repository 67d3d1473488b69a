import { open, rename } from 'node:fs/promises';

/** The file is readable only by its owner from its first byte on, and is either complete or absent. */
export async function writeSecret(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
