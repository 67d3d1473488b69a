/** A part of a document, in the order of reading. Text may hold `code` and [links](url). */
export type Block =
  | { readonly heading: string; readonly level: 1 | 2 }
  | { readonly text: string }
  | { readonly code: string; readonly language: string }
  | { readonly list: readonly string[] };

export function markdown(blocks: readonly Block[]): string {
  return `${blocks.map(markdownOf).join('\n\n')}\n`;
}

function markdownOf(block: Block): string {
  if ('heading' in block) return `${'#'.repeat(block.level)} ${block.heading}`;
  if ('code' in block) return `\`\`\`${block.language}\n${block.code}\n\`\`\``;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  return block.text;
}

const style = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:.25rem}code{font:.9em/1.5 ui-monospace,monospace}`;

/** The same for a browser: one page that loads nothing. */
export function html(title: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head><body><main>
${blocks.map(htmlOf).join('\n')}
</main></body></html>
`;
}

function htmlOf(block: Block): string {
  if ('heading' in block) return `<h${block.level}>${escaped(block.heading)}</h${block.level}>`;
  if ('code' in block) return `<pre><code>${escaped(block.code)}</code></pre>`;
  if ('list' in block) return `<ul>${block.list.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
  return `<p>${inline(block.text)}</p>`;
}

function inline(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
