import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../kit/icons.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { keys } from '../api.js';
import { progressOf, type Progress } from './send-one.js';
import type { Sent } from './send-form.js';

const steps = ['Accepted', 'Queued', 'Sending', 'Sent'] as const;
const reached: Readonly<Record<Progress['status'], number>> = {
  queued: 1,
  sending: 2,
  retry: 2,
  unknown: 2,
  sent: 3,
  failed: 3,
};

/** A message on its way, asked about until its delivery is final. */
export function Delivery({ trace, subject }: Sent) {
  const { data: job, error } = useQuery({
    queryKey: [...keys.job(trace.id), trace.kind],
    queryFn: () => progressOf(trace),
    refetchInterval: ({ state }) => (state.data && state.data.finalDeliveryState !== 'pending' ? false : 1_000),
  });
  return (
    <section className="sec" aria-label="Delivery" aria-live="polite">
      <header>
        <h2>{job && job.finalDeliveryState !== 'pending' ? 'Arrived at its end' : 'On its way'}</h2>
      </header>
      {error && <ErrorNote error={error} />}
      <div className="card">
        <div className="part stack">
          <span className="strong cut">{subject}</span>
          <div className="faint cut">
            {job?.recipients.map(({ address }) => address).join(', ')} · {trace.kind}{' '}
            <span className="mono">{trace.id}</span>
          </div>
        </div>
        <div className="part">
          <Steps at={job ? reached[job.status] : 0} failed={job?.status === 'failed'} />
        </div>
        {job && <Words job={job} />}
      </div>
    </section>
  );
}

function Steps({ at, failed }: { readonly at: number; readonly failed: boolean }) {
  const isOver = at === steps.length - 1;
  return (
    <ol className="steps">
      {steps.map((step, index) => {
        const done = index < at || (isOver && !failed);
        const here = index === at && !done;
        return (
          <li key={step} className={done ? 'done' : here ? 'here' : ''} aria-current={here ? 'step' : undefined}>
            <span className="dot">{done && <Icon name="check" />}</span>
            <b>{index === steps.length - 1 && failed ? 'Not sent' : step}</b>
          </li>
        );
      })}
    </ol>
  );
}

function Words({ job }: { readonly job: Progress }) {
  const { finalDeliveryState, recipients, nextAttemptAt, finishedAt } = job;
  if (finalDeliveryState === 'sent')
    return (
      <div className="part">
        <Note kind="ok" title="Sent.">
          The next host took it
          {finishedAt && (
            <>
              {' '}
              <Moment at={finishedAt} said="inSentence" />
            </>
          )}
          . <code>finalDeliveryState: sent</code>
        </Note>
      </div>
    );
  const replies = recipients.map(({ address, smtpReply }) => smtpReply && `${address}: ${smtpReply}`).filter(Boolean);
  if (finalDeliveryState === 'failed')
    return (
      <div className="part">
        <Note kind="bad" title="Not sent.">
          {replies.join('; ')} <code>finalDeliveryState: failed</code>
        </Note>
      </div>
    );
  return (
    <div className="part note-line faint">
      <Icon name="info" />
      <span>
        {nextAttemptAt && (
          <>
            The next try is <Moment at={nextAttemptAt} said="due" />.{' '}
          </>
        )}
        You can close this page: the message goes on without it. {replies.join('; ')}
      </span>
    </div>
  );
}
