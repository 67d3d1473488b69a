/** The body of each operation that takes one, by the operation's name. */
type Bodies = Readonly<Record<string, object>>;

const examples: Bodies = {
  topUp: { credits: 100 },
  confirmPayment: { receiptId: 'rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12' },
};

/** An example of each body; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = examples;
