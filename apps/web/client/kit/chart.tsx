import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { axisTime } from './time.js';
import { figure } from './plural.js';

export type Curve = {
  readonly name: string;
  readonly values: readonly number[];
  /** A role of the tokens, such as `--chart-1`. */
  readonly colour: string;
  readonly dashed?: boolean;
};

export type ChartProps = {
  /** A sentence that says what there is to see. */
  readonly label: string;
  readonly times: readonly Date[];
  readonly curves: readonly Curve[];
  readonly height?: number;
};

/** A colour as the page shows it in its present theme; canvas knows no custom properties. */
function shown(element: Element, role: string): string {
  const probe = document.createElement('span');
  element.append(probe);
  probe.style.color = `var(${role})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const WHOLE = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((tens) => step * tens))
  .sort((a, b) => a - b);
const timeOf = (seconds: number, apart: number) => axisTime(new Date(seconds * 1_000), apart * 1_000);

function optionsOf(place: HTMLElement, { curves, height = 180 }: ChartProps): uPlot.Options {
  const font = `11px ${getComputedStyle(place).fontFamily}`;
  const axis = {
    font,
    stroke: shown(place, '--text-3'),
    ticks: { show: false },
    grid: { stroke: shown(place, '--chart-grid'), width: 1 },
  };
  return {
    width: place.clientWidth,
    height,
    cursor: { show: false },
    legend: { show: false },
    axes: [
      { ...axis, space: 64, values: (_plot, marks, _axis, _space, apart) => marks.map((mark) => timeOf(mark, apart)) },
      // Messages come whole.
      { ...axis, size: 56, incrs: WHOLE, values: (_plot, marks) => marks.map((mark) => figure(mark)) },
    ],
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, Math.ceil(high * 1.05))] } },
    series: [
      {},
      ...curves.map(({ name, colour, dashed }) => ({
        label: name,
        stroke: shown(place, colour),
        width: 1.75,
        points: { show: false },
        ...(dashed && { dash: [4, 3] }),
      })),
    ],
  };
}

/** Curves over time; drawn again when its width or the theme changes. */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const times = props.times.map((time) => time.getTime() / 1000);
      plot = new uPlot(optionsOf(element, props), [times, ...props.curves.map(({ values }) => [...values])], element);
    };
    const resized = new ResizeObserver(([entry]) => {
      if (entry && plot && entry.contentRect.width !== plot.width) draw();
    });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    draw();
    resized.observe(element);
    dark.addEventListener('change', draw);
    const chosen = new MutationObserver(draw);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      dark.removeEventListener('change', draw);
      chosen.disconnect();
      plot?.destroy();
    };
  }, [props]);
  return <div className="plot" role="img" aria-label={props.label} ref={place} />;
}
