import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { aiInstructionsIn } from '../../src/trust/ai-instructions.js';

const INSTALLED = new URL('../../../../node_modules/', import.meta.url);
/** We take so many passages of about that length from each document: as much as somebody pastes into a mail. */
const PASSAGES = 3;
const LENGTH = 1_800;
const [SHORTEST, LONGEST] = [300, 4_000];

/** Paragraphs together, until they are long enough. */
function passagesOf(document: string): string[] {
  const passages: string[] = [];
  let passage = '';
  for (const paragraph of document.split(/\n\n+/)) {
    if (passage !== '' && passage.length + paragraph.length > LENGTH) {
      passages.push(passage);
      passage = '';
    }
    passage += `${paragraph}\n\n`;
  }
  return [...passages, passage].filter(({ length }) => length > SHORTEST && length < LONGEST).slice(0, PASSAGES);
}

/** What the packages that are installed here say of themselves: nobody has learned from it, and nothing of it is to an AI. */
function readmes(): string[] {
  const folders = readdirSync(INSTALLED).filter((name) => !name.startsWith('.') && !name.startsWith('@'));
  return folders.flatMap((folder) => {
    const name = readdirSync(new URL(`${folder}/`, INSTALLED)).find((file) => /^readme\.md$/i.test(file));
    return name === undefined ? [] : passagesOf(readFileSync(new URL(`${folder}/${name}`, INSTALLED), 'utf8'));
  });
}

it('documents of programs are seldom taken for orders to a machine that reads them', () => {
  const passages = readmes();
  const told = passages.filter((passage) => aiInstructionsIn(passage).size > 0);
  expect(passages.length).toBeGreaterThan(500);
  expect(told.length / passages.length).toBeLessThan(0.04);
});
