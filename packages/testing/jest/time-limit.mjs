// `testTimeout` is no option of a project. Ten processes start before a suite of the separate form.
import { jest } from '@jest/globals';

jest.setTimeout(globalThis.mailroomForm === 'separate' ? 120_000 : 30_000);
