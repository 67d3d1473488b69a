import type { Tx } from '@mailroom/database';
import type { Receipt } from '../receipts/receipt.js';
import type { Order } from './quote.js';

/** Something that is paid for. Its credits are credited by whoever settles; this is the rest. */
export abstract class PaymentPurpose {
  abstract readonly name: string;
  /** Where it is paid for, and what it is, for the quote. */
  abstract readonly path: string;
  abstract readonly description: string;
  /** What a receipt of it would cost and bring today. */
  abstract orderLike(receipt: Receipt): Order;
  /** What a settled receipt brings beside credits, in the transaction that settles it. */
  abstract settled(tx: Tx, receipt: Receipt): Promise<void>;
}
