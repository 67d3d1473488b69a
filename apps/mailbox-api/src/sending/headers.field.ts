import { MAX_HEADERS } from '@mailroom/sending';
import { ValidateBy } from 'class-validator';

/** An object of a few texts; which names and values may be sent is for the sending itself to say. */
export function IsHeaders(): PropertyDecorator {
  return ValidateBy({
    name: 'isHeaders',
    validator: {
      validate: isHeaders,
      defaultMessage: () =>
        `$property must be an object of at most ${MAX_HEADERS} texts, each by the name of its header`,
    },
  });
}

function isHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const texts = Object.values(value);
  return texts.length <= MAX_HEADERS && texts.every((text) => typeof text === 'string');
}
