const percent = (value) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);

/**
 * The rows of a table: one for each value of each way of grouping, and one for all. `columns` maps a heading to a
 * function of the results of a row, which returns a share from 0 to 1, null, or a count as text.
 */
export function tableOf(results, groupings, columns) {
  const rows = [];
  for (const [name, groupOf] of Object.entries(groupings)) {
    const values = [...new Set(results.map(groupOf))].sort();
    for (const value of values) rows.push([`${name} ${value}`, results.filter((result) => groupOf(result) === value)]);
  }
  rows.push(['all', results]);
  return rows.map(([label, of]) => ({
    label,
    mails: of.length,
    scores: Object.entries(columns).map(([column, score]) => ({ column, score: score(of) })),
  }));
}

export function printTable(title, rows, print) {
  if (rows.at(-1).mails === 0) return;
  print(`\n${title}`);
  print(`${''.padEnd(28)}${'mails'.padStart(7)}${rows[0].scores.map(({ column }) => column.padStart(13)).join('')}`);
  for (const { label, mails, scores } of rows) {
    const shown = scores.map(({ score }) => (typeof score === 'string' ? score : percent(score)).padStart(13));
    print(`${label.padEnd(28)}${String(mails).padStart(7)}${shown.join('')}`);
  }
}

export const share = (results, isRight) =>
  results.length === 0 ? null : results.filter(isRight).length / results.length;

/** Recall and precision over the `wanted`, `right` and `found` of each result. */
export const recall = (results) => ratio(results, 'right', 'wanted');
export const precision = (results) => ratio(results, 'right', 'found');

function ratio(results, above, below) {
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  return sum(below) === 0 ? null : sum(above) / sum(below);
}
