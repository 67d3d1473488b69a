// Computes medians and percentiles and formats the lines of the results table.

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

/** One line of the table: the ratio in each round, and the rates behind it. */
export function ratioLine(what, ours, theirs, target, unit = '/s') {
  const ratios = ours.map((value, round) => value / theirs[round]);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const rates = `${median(ours).toFixed(unit === '/s' ? 0 : 2)}${unit} against ${median(theirs).toFixed(unit === '/s' ? 0 : 2)}${unit}`;
  return `| ${what} | ${median(ratios).toFixed(2)} | ${range} | ${target} | ${rates} |`;
}

export const valueLine = (what, value, target, remark = '') => `| ${what} | ${value} | | ${target} | ${remark} |`;
