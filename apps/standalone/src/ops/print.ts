/** One row of an answer; the operator reads a table of them. */
export type Row = Readonly<Record<string, string | number | boolean | Date | null>>;

function text(value: Row[string] | undefined): string {
  if (value instanceof Date) return value.toISOString();
  // Text from outside must not move the terminal's cursor.
  return String(value ?? '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
}

/** Rows as a table for people, or as JSON for programs; the last line ends like the others. */
export function shown(rows: readonly Row[], json: boolean): string {
  if (json) return `${JSON.stringify(rows, null, 2)}\n`;
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return 'nothing\n';
  const table = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...table.map((line) => line[index]?.length ?? 0)));
  const lines = table.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
