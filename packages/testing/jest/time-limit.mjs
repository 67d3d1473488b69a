// `testTimeout` is no option of a project. Long, since a dozen processes may start on two cores while a test runs.
import { jest } from '@jest/globals';

jest.setTimeout(120_000);
