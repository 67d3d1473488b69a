/** unicode-confusables 0.1.1 ships no working types; this is the function that we call. */
declare module 'unicode-confusables' {
  const confusables: {
    /** Replaces each character by its prototype in UTS 39's confusables.txt, and drops those without width. */
    rectifyConfusion(text: string): string;
  };
  export default confusables;
}
