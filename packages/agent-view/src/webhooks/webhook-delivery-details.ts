import { about, integer, list, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';
import { MAX_TRIES, type DeliveryTry, type InspectedDelivery } from '@mailroom/webhooks';
import { at } from '../schema/example-times.js';
import { deliveryProperties, webhookDeliveryResource, webhookDeliveryView } from './webhook-delivery.js';

const deliveryTry = object({
  at: string,
  status: about(nullable('integer'), 'Null where there was no answer.'),
  error: about(nullable('string'), 'Null where it was delivered.'),
  tookMs: integer,
  answer: about(nullable('string'), "The beginning of the answer's body, at most 1 KiB."),
});

const details = {
  tries: about(list(deliveryTry), `The latest ${MAX_TRIES}, oldest first.`),
  request: object({
    method: string,
    url: string,
    body: about(
      nullable('string'),
      'What the endpoint is told if it is told now; null where the email is gone. Each try is signed anew.',
    ),
  }),
};

export const webhookDeliveryDetailsResource = resource(
  'WebhookDeliveryDetails',
  object({ ...deliveryProperties, ...details }),
  {
    ...webhookDeliveryResource.example,
    tries: [{ at, status: 200, error: null, tookMs: 96, answer: 'ok' }],
    request: { method: 'POST', url: 'https://agent.example/hook', body: '{"type":"email.received"}' },
  },
);

export type WebhookDeliveryDetailsResource = ValueOf<typeof webhookDeliveryDetailsResource>;

/** `body` is what the endpoint is told, or null if that is gone. */
export function webhookDeliveryDetailsView(
  delivery: InspectedDelivery,
  body: string | null,
): WebhookDeliveryDetailsResource {
  return {
    ...webhookDeliveryView(delivery),
    tries: delivery.tries.map(tryView),
    request: { method: 'POST', url: delivery.url, body },
  };
}

function tryView({ at: begunAt, status, error, tookMs, answer }: DeliveryTry) {
  return { at: begunAt, status, error, tookMs, answer };
}
