// A Jest project can't set `testTimeout`. It is long because a dozen processes may start on two cores while a test
// runs.
import { jest } from '@jest/globals';

jest.setTimeout(120_000);
