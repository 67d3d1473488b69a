import { about, boolean, list, object, oneOf, resource, type Schema, string } from '@mailroom/openapi';

const confidence: Schema<number> = { type: 'number' };
const signals = about(list(string), 'What it was told by, in words; for readers, not for programs.');

export const extractionsResource = resource(
  'Extractions',
  object({
    codes: list(object({ value: string, confidence, source: oneOf(['subject', 'text', 'html']), signals })),
    links: list(
      object({
        url: string,
        text: string,
        kind: oneOf(['verify', 'reset', 'login', 'unsubscribe', 'other']),
        hostMatchesSender: boolean,
        source: oneOf(['text', 'html', 'header']),
        signals,
      }),
    ),
  }),
  { codes: [], links: [] },
);
