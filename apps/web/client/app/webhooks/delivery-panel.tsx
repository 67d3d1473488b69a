import type { Data } from '@mailroom/client';
import { useEffect, useRef, type ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { SkeletonRows } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote } from '../../kit/note.js';
import { StateBadge } from '../../kit/state-badge.js';
import { keys, mail } from '../api.js';
import { looks } from './delivery-state.js';
import { ReadableJson } from './readable-json.js';

type Details = Data<'getDelivery'>;
type Try = Details['tries'][number];
type DeliveryPanelProps = { readonly webhookId: number; readonly deliveryId: number };

/** One delivery: what the endpoint is told, and what it answered each time. */
export function DeliveryPanel({ webhookId, deliveryId }: DeliveryPanelProps) {
  const { data, error } = useQuery({
    queryKey: keys.delivery(webhookId, deliveryId),
    queryFn: () => mail.getDelivery(webhookId, deliveryId),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && 2_000,
  });
  const close = (
    <Link
      className="btn ghost s"
      to="/webhooks/$webhookId"
      params={{ webhookId: String(webhookId) }}
      resetScroll={false}
    >
      Close
    </Link>
  );
  return (
    <aside className="insp" aria-label="Selected delivery">
      {data ? (
        <Shown delivery={data} webhookId={webhookId} close={close} />
      ) : (
        <>
          <div className="row">
            <span className="end">{close}</span>
          </div>
          {error ? <ErrorNote error={error} /> : <SkeletonRows count={4} />}
        </>
      )}
    </aside>
  );
}

type ShownProps = { readonly delivery: Details; readonly webhookId: number; readonly close: ReactNode };

function Shown({ delivery, webhookId, close }: ShownProps) {
  const { id, status, nextAttemptAt, type, eventId, emailId, tries, request } = delivery;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () => mail.replayDelivery(webhookId, id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.deliveries(webhookId) }),
  });
  return (
    <>
      <div className="row">
        <StateBadge {...looks[status]}>
          {looks[status].word}
          {nextAttemptAt && (
            <>
              , next try <Moment at={nextAttemptAt} said="due" />
            </>
          )}
        </StateBadge>
        <span className="end row">
          <Button size="s" busy={replay.isPending} onPress={() => replay.mutate()}>
            Replay
          </Button>
          {close}
        </span>
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {type}
      </h2>
      {replay.error && <ErrorNote error={replay.error} />}
      <dl className="kv">
        <dt>Id</dt>
        <dd className="mono">{eventId}</dd>
        {emailId !== null && (
          <>
            <dt>Message</dt>
            <dd className="mono">{emailId}</dd>
          </>
        )}
      </dl>
      <Tries tries={tries} />
      <Request request={request} />
      <LatestAnswer latest={tries.at(-1)} />
    </>
  );
}

function Tries({ tries }: { readonly tries: readonly Try[] }) {
  if (tries.length === 0) return <p className="faint">It was not tried yet.</p>;
  return (
    <div className="stack">
      <h3>Tries</h3>
      <ol className="tl">
        {[...tries].reverse().map(({ at, status, error }) => (
          <li key={at} className={error === null ? 'ok' : 'bad'}>
            <span>{status === null ? error : <b>{status}</b>}</span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Request({ request: { method, url, body } }: { readonly request: Details['request'] }) {
  return (
    <div className="stack">
      <div className="row">
        <h3>Request</h3>
        {body !== null && (
          <span className="end">
            <CopyButton text={body} what="request" />
          </span>
        )}
      </div>
      <pre className="http" tabIndex={0} aria-label="Request">
        {`${method} ${new URL(url).pathname}\n\n`}
        {body === null ? (
          'The message was deleted, so there is nothing to tell any more.'
        ) : (
          <ReadableJson text={body} />
        )}
      </pre>
      <p className="faint">As it is sent now; each try is signed anew.</p>
    </div>
  );
}

function LatestAnswer({ latest }: { readonly latest: Try | undefined }) {
  if (!latest || latest.status === null) return null;
  const { status, tookMs, answer } = latest;
  return (
    <div className="stack">
      <h3>Answer, {tookMs} ms</h3>
      <pre className="http" tabIndex={0} aria-label="Answer">
        <b>{status}</b>
        {answer ? `\n\n${answer}` : ' without a text'}
      </pre>
    </div>
  );
}
