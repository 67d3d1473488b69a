/** "one event", "two events": the word that goes with a number. */
export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many);

/** "1 event", "2,000 events". */
export const counted = (count: number, one: string, many?: string) =>
  `${count.toLocaleString('en-GB')} ${plural(count, one, many)}`;
