import { leaseExamples } from '../leases/lease-routes.js';

/** The body of each operation that takes one. */
type Bodies = Readonly<Record<string, object>>;

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Bodies = { ...leaseExamples };
