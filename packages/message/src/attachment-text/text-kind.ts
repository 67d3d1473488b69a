/** How the text of an attachment is read. */
export type TextKind = 'plain' | 'html' | 'pdf' | 'docx';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const BY_TYPE: Readonly<Record<string, TextKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  [DOCX]: 'docx',
};
const PLAIN_TYPES = /^(?:text\/|application\/(?:json|xml|csv|x-ndjson|yaml|x-yaml|toml|[\w.-]{1,100}\+(?:json|xml))$)/;
/** Types that senders declare when they do not know the real one. */
const UNKNOWN_TYPES = new Set([
  'application/octet-stream',
  'application/x-unknown',
  'binary/octet-stream',
  'application/zip',
]);
const BY_EXTENSION: Readonly<Record<string, TextKind>> = {
  htm: 'html',
  html: 'html',
  pdf: 'pdf',
  docx: 'docx',
  ...Object.fromEntries(
    'txt csv tsv md log json xml yaml yml ics vcf ini'.split(' ').map((extension) => [extension, 'plain'] as const),
  ),
};

/** Judges by the type, or by the name's extension if the type says nothing; null if there is no text. */
export function textKindOf(mimeType: string, filename: string | null): TextKind | null {
  const known = BY_TYPE[mimeType] ?? (PLAIN_TYPES.test(mimeType) ? 'plain' : null);
  if (known !== null || !UNKNOWN_TYPES.has(mimeType)) return known;
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename ?? '')?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? null;
}
