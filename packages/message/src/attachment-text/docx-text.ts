import mammoth from 'mammoth';
import { UnreadableFileError } from './text-job.js';
import { ZipArchive } from './zip-archive.js';

/** The limit on all parts that are read, unpacked. */
const MAX_UNPACKED = 48 * 1024 * 1024;
/** The start of an OLE container, which Word writes for an encrypted document. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** @throws UnreadableFileError */
export async function docxText(content: Buffer): Promise<string> {
  if (content.subarray(0, OLE.length).equals(OLE)) {
    throw new UnreadableFileError('The document is encrypted, or of an older kind that can not be read.');
  }
  const archive = new ZipArchive(content, MAX_UNPACKED);
  const file = {
    exists: (name: string) => archive.has(name),
    read: async (name: string, encoding?: string) => {
      const part = archive.read(name);
      return encoding === undefined ? new Uint8Array(part) : new TextDecoder(encoding).decode(part);
    },
  };
  // Its types do not name this form of input, which keeps every archive within our bound when it is unpacked.
  const { value } = await mammoth.extractRawText({ file } as unknown as { buffer: Buffer });
  return value;
}
