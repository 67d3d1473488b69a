import * as bounces from './bounces.mjs';
import * as codes from './codes.mjs';
import * as dates from './dates.mjs';
import * as injections from './injections.mjs';
import * as links from './links.mjs';
import * as ordinary from './ordinary.mjs';
import * as quotes from './quotes.mjs';
import { printTable, tableOf } from './tables.mjs';
import { tunedCodes, tunedInjections, tunedLinks, tunedQuotes, tunedRecall, tunedShare, tunedTalk } from './tuned.mjs';

/** The last first. Of those that have mails of a kind, nobody who works on the reader has seen the first. */
const PARTS = [
  ['part-c', 'part C'],
  ['part-b', 'part B'],
  ['part-a', 'part A'],
];

const apart = ({ resultsOf, groupings, columns }) =>
  PARTS.map(([part, title]) => ({ part, title, results: resultsOf(part), groupings, columns }))
    .filter(({ results }) => results.length > 0)
    .map((table, index) => (index === 0 ? { ...table, title: `${table.title} (kept apart)`, isApart: true } : table));
const tuned = (results, columns = tunedShare) => ({
  part: 'tuned',
  title: 'tuned to',
  results,
  groupings: {},
  columns,
});
const talk = { resultsOf: injections.talkOf, groupings: injections.talkGroupings, columns: injections.talkColumns };
const named = (tables, name) => tables.map((table) => ({ ...table, title: `${name}, ${table.title}` }));

/** What can be asked for, each as the tables that answer. `suppresses` says which status suppresses an address. */
export const kinds = {
  codes: () => named([...apart(codes), tuned(tunedCodes(), tunedRecall)], 'codes'),
  links: () => named([...apart(links), tuned(tunedLinks(), tunedRecall)], 'links'),
  quotes: () => named([...apart(quotes), tuned(tunedQuotes())], 'quotes'),
  injections: () => [
    ...named([...apart(injections), tuned(tunedInjections())], 'injections'),
    ...named([...apart(talk), tuned(tunedTalk())], 'mails about AI'),
  ],
  ordinary: () => named(apart(ordinary), 'ordinary mails'),
  dates: () => named(apart(dates), 'dates, names and encryption'),
  bounces: (suppresses) => {
    const { groupings, columns } = bounces;
    return [
      { part: 'public', title: 'bounces, a public set', results: bounces.resultsOf(suppresses), groupings, columns },
    ];
  },
};

/** Prints the figures, and the mails that were read wrong if that is asked for: those kept apart only by `showApart`. */
export function report(tables, { show, showApart, brief, print }) {
  for (const { isApart, title, results, groupings, columns } of tables) {
    printTable(title, tableOf(results, brief ? {} : groupings, columns), print);
    if (isApart ? !showApart : !show) continue;
    for (const { id, isRight, show: seen, text } of results) {
      if (!isRight) print(`\n${id} ${JSON.stringify(seen)}\n${text}`);
    }
  }
}
