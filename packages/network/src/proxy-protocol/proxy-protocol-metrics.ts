import { counter } from '@mailroom/observability';

export const withoutHeader = counter(
  'mailroom_proxy_protocol_failures_total',
  'connections from proxies that were closed because their PROXY header was missing, late or malformed',
);
