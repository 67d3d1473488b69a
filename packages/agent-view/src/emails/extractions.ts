import { boolean, list, object, oneOf, resource, type Schema, string } from '@mailroom/openapi';

const confidence: Schema<number> = { type: 'number' };

export const extractionsResource = resource(
  'Extractions',
  object({
    codes: list(object({ value: string, confidence, source: oneOf(['subject', 'text', 'html']) })),
    links: list(
      object({
        url: string,
        text: string,
        kind: oneOf(['verify', 'reset', 'login', 'unsubscribe', 'other']),
        hostMatchesSender: boolean,
      }),
    ),
  }),
  { codes: [], links: [] },
);
