export type Result = { readonly id: string; readonly isRight: boolean; readonly [field: string]: unknown };

/** A share from 0 to 1, null if there is nothing to count, or a count as text. */
export type Score = number | string | null;

export type Table = {
  readonly part: 'part-c' | 'part-b' | 'part-a' | 'tuned' | 'public';
  /** Whether nobody who works on the reader has seen it. */
  readonly isApart?: boolean;
  readonly title: string;
  readonly results: readonly Result[];
  readonly groupings: Readonly<Record<string, (result: Result) => string>>;
  readonly columns: Readonly<Record<string, (results: readonly Result[]) => Score>>;
};

export type Kind = 'codes' | 'links' | 'quotes' | 'injections' | 'ordinary' | 'dates' | 'bounces';

/** `bounces` needs the rule that says which status suppresses an address. */
export const kinds: Readonly<Record<Kind, (suppresses: (status: string) => boolean) => readonly Table[]>>;

export function report(
  tables: readonly Table[],
  options: {
    readonly show: boolean;
    readonly showApart: boolean;
    readonly brief: boolean;
    readonly print: (line: string) => void;
  },
): void;
