import type { Result, Score, Table } from './parts.mjs';

export type Row = {
  readonly label: string;
  readonly mails: number;
  readonly scores: readonly { readonly column: string; readonly score: Score }[];
};

export function tableOf(
  results: readonly Result[],
  groupings: Readonly<Record<string, (result: Result) => string>>,
  columns: Table['columns'],
): Row[];
