/** What stands between separators, of which those in quotes are none: `"Doe, Jane" <jane@a.test>` is one address. */
function parted(line: string, separators: string): readonly string[] {
  const parts = line.match(new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|[^${separators}])+`, 'g')) ?? [];
  return parts.map((part) => part.trim()).filter(Boolean);
}

/**
 * The addresses of a line that somebody typed or pasted: with names or without, between commas or semicolons. Spaces divide
 * where there is no name that could have them.
 */
export function addressesOf(line: string): string[] {
  return parted(line, ',;').flatMap((part) => (/[<"]/.test(part) ? [part] : part.split(/\s+/)));
}

/** The labels of a line, each once; one that has a comma of its own stands in quotes. */
export function labelsOf(line: string): string[] {
  const labels = parted(line, ',').map((part) => (/^".*"$/.test(part) ? part.slice(1, -1).trim() : part));
  return [...new Set(labels.filter(Boolean))];
}

/** The line of which these are the labels. */
export const lineOfLabels = (labels: readonly string[]): string =>
  labels.map((label) => (label.includes(',') ? `"${label}"` : label)).join(', ');
