import type { Form } from '@mailroom/testing';

/** The form in which the whole system runs; the Jest project sets it (see `jest.config.mjs`). */
export const form: Form = Reflect.get(globalThis, 'mailroomForm') === 'separate' ? 'separate' : 'standalone';
