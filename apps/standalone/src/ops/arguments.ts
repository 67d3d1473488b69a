import { DomainError } from '@mailroom/errors';
import type { Described, Options } from './command.js';

export type Arguments = { readonly args: readonly string[]; readonly options: Options };

const place = /<[^>]+>|\[[^\]]+\]|[a-z_]+(?:\|[a-z_]+)+/g;
/** An option and what stands for its value; whoever names one must give it. */
const option = /--([a-z]+) (<[^>]+>)/g;

/**
 * Takes apart what follows a command. It refuses too little, and all that the command would ignore, because that is a
 * mistake. @throws invalid_request
 */
export function readArguments({ form }: Described, words: readonly string[]): Arguments {
  const wanted = [...form.matchAll(option)].map(([, name = '', value = '']) => ({ name, value }));
  const args: string[] = [];
  const options: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) args.push(word);
    else {
      const found = wanted.find(({ name }) => word === `--${name}`);
      if (!found) throw invalid(`There is no option ${word}.`);
      if (found.name in options) throw invalid(`The option ${word} is there twice.`);
      index += 1;
      options[found.name] = words[index] ?? '';
    }
  }
  requirePlaces(form.replace(option, '').match(place) ?? [], args);
  const lacking = wanted.find(({ name }) => !options[name]?.trim());
  if (lacking) throw invalid(`The option --${lacking.name} ${lacking.value} is missing.`);
  return { args, options };
}

function requirePlaces(places: readonly string[], args: readonly string[]): void {
  const missing = places.find((name, index) => name.startsWith('<') && !args[index]);
  if (missing !== undefined) throw invalid(`The argument ${missing} is missing.`);
  const extra = args[places.length];
  if (extra !== undefined) throw invalid(`"${extra}" is one argument too many.`);
}

function invalid(detail: string): DomainError {
  return new DomainError('invalid_request', detail);
}
