/** The body of each operation that takes one, by the operation's name. */
type Bodies = Readonly<Record<string, object>>;

const examples: Bodies = {};

/** An example of each body; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = examples;
