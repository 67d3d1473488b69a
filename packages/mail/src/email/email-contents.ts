import { Injectable } from '@nestjs/common';
import type { EmailContent } from './email.js';
import { EmailContentRepository, type ContentSizes } from './email-content.repository.js';

/** The limit on bodies in one answer with several emails. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The size of a UTF-16 code unit in UTF-8, at most; a character of four bytes has two units. */
const MAX_BYTES_PER_CHAR = 3;
const INT4_MAX = 2_147_483_647;

/** The part of one email that an answer may carry. */
export type BudgetedContent = {
  readonly content: EmailContent;
  /** Whether bodies and links are left out because the others took their room. */
  readonly withheld: boolean;
};

/**
 * Reads the bodies for an answer with several emails, 4 MiB in all: in the order of the emails, each whose bodies still
 * fit is included. What does not fit is not read.
 */
@Injectable()
export class EmailContents {
  constructor(private readonly contents: EmailContentRepository) {}

  /** Returns the contents by the id of the raw message; a message that could not be parsed has none. */
  async read(rawIds: readonly string[], maxChars: number | undefined): Promise<Map<string, BudgetedContent>> {
    if (rawIds.length === 0) return new Map();
    const found = await this.contents.sizes(rawIds);
    const withheld = beyondBudget(rawIds, new Map(found.map((size) => [size.rawId, bytesOf(size, maxChars)])));
    // One character more than is shown tells us that there was more.
    const cutAt = Math.min(INT4_MAX, (maxChars ?? INT4_MAX) + 1);
    const rows = await this.contents.read(rawIds, [...withheld], cutAt);
    return new Map(rows.map(({ rawId, ...content }) => [rawId, { content, withheld: withheld.has(rawId) }]));
  }
}

function bytesOf({ plainText, html, extractedText, others }: ContentSizes, maxChars = Infinity): number {
  const most = maxChars * MAX_BYTES_PER_CHAR;
  return others + [plainText, html, extractedText].reduce((sum, bytes) => sum + Math.min(bytes, most), 0);
}

function beyondBudget(rawIds: readonly string[], bytes: ReadonlyMap<string, number>): Set<string> {
  const withheld = new Set<string>();
  let left = MAX_BYTES;
  for (const rawId of rawIds) {
    const needed = bytes.get(rawId) ?? 0;
    if (needed > left) withheld.add(rawId);
    else left -= needed;
  }
  return withheld;
}
