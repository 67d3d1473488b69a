export declare function tableProblems(given: {
  readonly schema: string;
  readonly architecture: string;
  readonly files: readonly (readonly [path: string, text: string])[];
}): string[];
