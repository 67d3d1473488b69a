import { histogramFamily, type Distribution } from '@mailroom/observability';
import type { FastifyRequest } from 'fastify';

const requests = histogramFamily(
  'mailroom_http_request_seconds',
  'requests by the template of their route, until the last byte of their answer; "none" where no route fits',
  ['method', 'route', 'status'],
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
);

const classes = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** Durations by route and method, each by class of status: no more than there are operations, whatever is requested. */
const known = new Map<string, Distribution[]>();

/** The operation that a request reached, in our own words: never a path that its sender wrote. */
export function operationOf(request: FastifyRequest): string {
  const { url, method } = request.routeOptions;
  return url === undefined || typeof method !== 'string' ? 'none' : `${method} ${url}`;
}

export function observeRequest(operation: string, status: number, seconds: number): void {
  const statusClass = Math.floor(status / 100);
  const distributions = known.get(operation) ?? [];
  known.set(operation, distributions);
  const separator = operation.indexOf(' ');
  const method = separator === -1 ? 'none' : operation.slice(0, separator);
  distributions[statusClass] ??= requests(method, operation.slice(separator + 1), classes[statusClass] ?? 'none');
  distributions[statusClass].observe(seconds);
}
