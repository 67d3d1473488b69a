import type { Data, Webhook } from '@mailroom/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { Button } from '../../kit/button.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { keys, mail } from '../api.js';
import { Confirm } from '../../kit/confirm.js';
import { Secret } from '../secret.js';
import { useWayBack } from '../use-way-back.js';
import { DeliveryPanel } from './delivery-panel.js';
import { DeliveryList } from './delivery-list.js';
import { WebhookState } from './webhooks-page.js';

export function WebhookPage() {
  const webhookId = Number(useParams({ strict: false }).webhookId);
  const asked = useQuery({
    queryKey: keys.webhooks,
    queryFn: () => mail.listWebhooks(),
    refetchInterval: 5_000,
  });
  const { data } = asked;
  const webhook = data?.items.find((item) => item.webhookId === webhookId);
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!data) return <SkeletonRows />;
  if (!webhook)
    return (
      <Empty title="There is no such webhook" action={<Link to="/webhooks">See your webhooks</Link>}>
        It has been deleted, or it is another tenant’s.
      </Empty>
    );
  return <Shown webhook={webhook} />;
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const { delivery }: { readonly delivery?: number } = useSearch({ strict: false });
  const { webhookId, url, lastError } = webhook;
  const navigate = useNavigate();
  const params = { webhookId: String(webhookId) };
  useWayBack(delivery, () => void navigate({ to: '/webhooks/$webhookId', params, resetScroll: false }));
  return (
    <>
      <Bar title={url} mono>
        <WebhookState webhook={webhook} />
      </Bar>
      <div className={delivery === undefined ? '' : 'split taskopen'}>
        <div className="page">
          <Actions webhookId={webhookId} />
          {lastError !== null && (
            <Note kind="bad" title="The last delivery failed.">
              {lastError}
            </Note>
          )}
          <DeliveryList webhookId={webhookId} chosen={delivery} />
        </div>
        {delivery !== undefined && <DeliveryPanel key={delivery} webhookId={webhookId} deliveryId={delivery} />}
      </div>
    </>
  );
}

/** What its owner may do with the webhook, and what came of it. */
function Actions({ webhookId }: { readonly webhookId: number }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: keys.webhooks });
    await client.invalidateQueries({ queryKey: keys.deliveries(webhookId) });
  };
  const test = useMutation({ mutationFn: () => mail.testWebhook(webhookId), onSuccess: refresh });
  const rotate = useMutation({ mutationFn: () => mail.rotateSecret(webhookId), onSuccess: refresh });
  const remove = async () => {
    await mail.deleteWebhook(webhookId);
    await navigate({ to: '/webhooks' });
    await client.invalidateQueries({ queryKey: keys.webhooks });
  };
  const error = test.error ?? rotate.error;
  return (
    <>
      <div className="row wrap">
        <Button look="primary" busy={test.isPending} onPress={() => test.mutate()}>
          Send test
        </Button>
        <Button busy={rotate.isPending} onPress={() => rotate.mutate()}>
          Rotate secret
        </Button>
        <Confirm
          name="Delete…"
          title="Delete this webhook?"
          about="Nothing is delivered to it from now on, not even what waits for another try. Mail arrives as before."
          verb="Delete webhook"
          keep="Keep the webhook"
          act={remove}
        />
      </div>
      {error && <ErrorNote error={error} />}
      {test.data && <TestResult result={test.data} />}
      {rotate.data && (
        <>
          <Secret title="The secret is new." text={rotate.data.secret} what="secret" />
          <p className="dim">
            Deliveries carry a signature of the old one too until <Moment at={rotate.data.previousSecretUntil} />.
          </p>
        </>
      )}
    </>
  );
}

function TestResult({ result: { delivered, status, error } }: { readonly result: Data<'testWebhook'> }) {
  if (delivered)
    return (
      <Note kind="ok" title={`The endpoint answered ${status}.`}>
        The test was delivered.
      </Note>
    );
  return (
    <Note kind="bad" title={status === null ? 'The endpoint did not answer.' : `The endpoint answered ${status}.`}>
      {error}
    </Note>
  );
}
