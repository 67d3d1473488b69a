import type { EmailViewName } from '@mailroom/agent-view';
import { query, type Query } from '@mailroom/http';

const views = ['summary', 'full'] as const;

/** How much of an email's bodies an answer carries. */
export type BodyOptions = { readonly view: EmailViewName; readonly maxBodyChars: number | undefined };

export const bodyParameters = {
  view: {
    type: 'string',
    description: 'full adds bodies, up to 4 MiB in an answer of several emails; truncated says where they are left out',
    enum: views,
  },
  maxBodyChars: { type: 'integer', description: 'cuts each body in the full view; truncated says whether it did' },
} as const;

export function bodyQuery(parameters: Query, defaultView: BodyOptions['view']): BodyOptions {
  const view = query.oneOf(parameters, 'view', views) ?? defaultView;
  return { view, maxBodyChars: query.integer(parameters, 'maxBodyChars', 0, Number.MAX_SAFE_INTEGER) };
}
