import type { Writable } from 'node:stream';

/** One line of a table, by column. */
export type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

const LONGEST_CELL = 60;

/** A command's output: tables for people, JSON for programs. */
export class Output {
  constructor(
    private readonly stream: Writable,
    readonly json: boolean,
  ) {}

  /** Shows a list: rows for people, everything for programs. */
  table<T>(items: readonly T[], rowOf: (item: T) => Row): void {
    if (this.json) return this.value(items);
    const rows = items.map(rowOf);
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) return this.line('nothing');
    const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
    const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
    for (const line of lines) this.line(line.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  '));
  }

  /** Shows one thing: in words for people, everything for programs. */
  one<T>(value: T, text: (value: T) => string): void {
    if (this.json) this.value(value);
    else this.line(text(value));
  }

  line(text: string): void {
    this.stream.write(`${text.trimEnd()}\n`);
  }

  value(value: unknown): void {
    this.stream.write(`${JSON.stringify(value, null, 2)}\n`);
  }
}

function cell(value: Row[string]): string {
  const text = plain(String(value ?? '')).replace(/\s+/g, ' ');
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

/** Text from outside must not move the terminal's cursor or change its colours. */
export function plain(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}
