import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { ChartProps } from '../../kit/chart.js';
import type { MailCounts } from '../api.js';
import { figure } from '../../kit/plural.js';

/** The figures say the same, so a browser whose language the chart cannot read (`en-US@posix`) goes without it. */
const Chart = lazy((): Promise<{ default: (props: ChartProps) => ReactNode }> =>
  import('../../kit/chart.js').then(
    ({ Chart: drawn }) => ({ default: drawn }),
    () => ({ default: (_props: ChartProps) => null }),
  ),
);

const kinds = {
  received: { name: 'in', colour: '--chart-1', line: 's1', dashed: false },
  handled: { name: 'handled', colour: '--chart-2', line: 's2', dashed: true },
  sent: { name: 'out', colour: '--chart-1', line: 's1', dashed: false },
  bounced: { name: 'bounced', colour: '--chart-bad', line: 'sb', dashed: false },
} as const;
type Kind = keyof typeof kinds;

type MailCurvesProps = {
  readonly title: string;
  readonly counts: readonly MailCounts[];
  readonly of: readonly Kind[];
};

const sum = (counts: readonly MailCounts[], kind: Kind) => counts.reduce((all, one) => all + one[kind], 0);

/** How much mail there was, as curves with the figures beside them. */
export function MailCurves({ title, counts, of }: MailCurvesProps) {
  const said = of.map((kind) => `${figure(sum(counts, kind))} ${kinds[kind].name}`).join(', ');
  const drawn = useMemo(
    () => ({
      times: counts.map(({ at }) => new Date(at)),
      curves: of.map((kind) => ({ ...kinds[kind], values: counts.map((one) => one[kind]) })),
    }),
    [counts, of],
  );
  return (
    <section className="sec" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="end">
          <Legend of={of} />
        </span>
      </header>
      <dl className="figures boxed">
        {of.map((kind) => (
          <div key={kind}>
            <dt>{kinds[kind].name}</dt>
            <dd className="v">{figure(sum(counts, kind))}</dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={<div className="sk" />}>
        <Chart label={`Mail over time: ${said}.`} {...drawn} />
      </Suspense>
    </section>
  );
}

function Legend({ of }: { readonly of: readonly Kind[] }) {
  return (
    <div className="legend">
      {of.map((kind) => (
        <span key={kind}>
          <svg viewBox="0 0 18 8" aria-hidden="true">
            <line className={kinds[kind].line} x1="0" x2="18" y1="4" y2="4" />
          </svg>
          {kinds[kind].name}
        </span>
      ))}
    </div>
  );
}
