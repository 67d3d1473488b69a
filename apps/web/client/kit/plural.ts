/** 2000 as "2,000": how every page writes a number. */
export const figure = (value: number) => value.toLocaleString('en-GB');

/** "one event", "two events": the word that goes with a number. */
export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many);

/** "1 event", "2,000 events". */
export const counted = (count: number, one: string, many?: string) => `${figure(count)} ${plural(count, one, many)}`;
