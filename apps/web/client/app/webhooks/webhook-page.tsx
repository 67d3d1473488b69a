import type { Data, Webhook } from '@mailroom/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { Button } from '../../kit/button.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import type { IconName } from '../../kit/icons.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { State, type Tone } from '../../kit/state-badge.js';
import { keys, mail } from '../api.js';
import { Confirm } from '../confirm.js';
import { Secret } from '../secret.js';
import { WebhookState } from './webhooks-page.js';

type Delivery = Data<'listDeliveries'>['items'][number];

export function WebhookPage() {
  const webhookId = Number(useParams({ strict: false }).webhookId);
  const { data, error } = useQuery({ queryKey: keys.webhooks, queryFn: () => mail.listWebhooks() });
  const webhook = data?.items.find((item) => item.webhookId === webhookId);
  if (error) return <ErrorNote error={error} />;
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
  const client = useQueryClient();
  const navigate = useNavigate();
  const { webhookId, url } = webhook;
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
      <Bar title={<span className="mono">{url}</span>}>
        <WebhookState webhook={webhook} />
      </Bar>
      <div className="page">
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
        {webhook.lastError !== null && (
          <Note kind="bad" title="The last delivery failed.">
            {webhook.lastError}
          </Note>
        )}
        <Deliveries webhookId={webhookId} />
      </div>
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

const looks: Readonly<Record<Delivery['status'], { tone: Tone; icon: IconName; word: string }>> = {
  pending: { tone: 'warn', icon: 'wait', word: 'Waiting' },
  succeeded: { tone: 'ok', icon: 'handled', word: 'Delivered' },
  failed: { tone: 'bad', icon: 'failed', word: 'Gave up' },
};

const columnsFor = (webhookId: number): readonly Column<Delivery>[] => [
  { name: 'Time', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'Result',
    className: 'r',
    cell: ({ status, lastStatus }) => (
      <State {...looks[status]}>
        {looks[status].word}
        {lastStatus !== null && `, ${lastStatus}`}
      </State>
    ),
  },
  { name: 'Event', className: 'main', cell: ({ type }) => type },
  { name: 'Id', className: 'mono hide-s', cell: ({ eventId }) => eventId },
  { name: 'Tries', className: 'num hide-s', cell: ({ attempts }) => attempts },
  { name: 'Answer', className: 'fill faint full', cell: (delivery) => <Answer delivery={delivery} /> },
  { name: 'Do', quiet: true, className: 'acts', cell: ({ id }) => <Replay webhookId={webhookId} deliveryId={id} /> },
];

function Answer({ delivery: { lastError, nextAttemptAt } }: { readonly delivery: Delivery }) {
  return (
    <>
      {lastError}
      {nextAttemptAt && (
        <>
          {' '}
          next try <Moment at={nextAttemptAt} />
        </>
      )}
    </>
  );
}

function Replay({ webhookId, deliveryId }: { readonly webhookId: number; readonly deliveryId: number }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => mail.replayDelivery(webhookId, deliveryId),
    onSettled: () => client.invalidateQueries({ queryKey: keys.deliveries(webhookId) }),
  });
  return (
    <Button size="s" busy={isPending} onPress={() => mutate()}>
      {error ? 'Refused. Replay' : 'Replay'}
    </Button>
  );
}

function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const { data, error } = useQuery({
    queryKey: keys.deliveries(webhookId),
    queryFn: () => mail.listDeliveries(webhookId, { size: 50 }),
    refetchInterval: 5_000,
  });
  return (
    <section className="sec" aria-label="Deliveries">
      <header>
        <h2>Deliveries</h2>
      </header>
      <DataTable
        label="Deliveries"
        columns={columnsFor(webhookId)}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        empty={<Empty title="No deliveries yet">Each event that this webhook is told of is a line here.</Empty>}
      />
    </section>
  );
}
