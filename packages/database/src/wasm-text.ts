import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The text that a module exports as its only string, without the module, whose source would stay in memory beside it. */
export async function readWasmText(module: string): Promise<string> {
  const source = await readFile(createRequire(import.meta.url).resolve(module), 'latin1');
  return source.slice(source.indexOf('"') + 1, source.lastIndexOf('"'));
}
