// Measures what it would cost and buy to keep emails and tasks in 64 hash partitions by mailbox: the product's statements,
// by ids alone and with the mailbox named in them, against the same on today's tables.
import pg from 'pg';
import { median, ratioLine, valueLine } from './figures.mjs';
import {
  accept,
  byIds,
  claimPair,
  find,
  list,
  listWithTasks,
  makeReady,
  naming,
  planned,
  recorded,
} from './partition-statements.mjs';
import { anyEmail, bytesPerRow, dropSide, LARGE_MAILBOX, MAILBOXES, makeSide, WORKERS } from './partitioned-tables.mjs';

const PARTITIONS = 64;
const BATCH = 32;
/** Batches that are made ready in a round, by each kind of statement. */
const READY = 100;
const variants = { 'by ids alone': byIds, 'naming the mailbox': naming };

export async function partitions(system, { quick, rounds, report }) {
  const emails = quick ? 200_000 : 10_000_000;
  const sides = [];
  for (const [name, count] of [
    ['today', 0],
    ['parts', PARTITIONS],
  ]) {
    const begun = performance.now();
    sides.push(await makeSide(system, name, { partitions: count, emails }));
    const took = `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
    report(valueLine(`partitions: ${emails} emails, filled, ${count || 'no'} partitions`, took, '–'));
  }
  await reportSizes(sides, report);
  const scale = quick ? 0.25 : 1;
  await system.pool.query('create extension if not exists pg_walinspect');
  for (const mode of ['auto', 'generic']) {
    // Before a round counts, pages have been read and most connections have chosen their plans.
    await runLaps(system, sides, { mode, scale: scale / 4 });
    const figures = [];
    for (let round = 0; round < rounds; round += 1) {
      // Who is first changes from round to round.
      figures.push(await runLaps(system, round % 2 ? sides.toReversed() : sides, { mode, scale }));
    }
    reportLaps(figures, mode, report);
  }
  await reportMemory(sides, report);
  await reportPlanning(sides, { samples: quick ? 20 : 50, report });
  for (const side of sides) await dropSide(system, side);
}

/** A mailbox of the next message: a tenth of all mail goes to the large one. */
const anyMailbox = () => (Math.random() < 0.1 ? LARGE_MAILBOX : 2 + Math.floor(Math.random() * (MAILBOXES - 1)));
const anyMailboxes = () => Array.from({ length: BATCH }, anyMailbox);
const oneMailbox = () => Array(BATCH).fill(anyMailbox());

/** Every kind of work once on each side; returns rates and bytes of WAL, by what was done and by side. */
async function runLaps(system, sides, { mode, scale }) {
  const figures = {};
  for (const { what, run } of laps(mode, scale)) {
    for (const side of sides) {
      // The first change of a page after a checkpoint writes all of it: each side begins with one.
      await system.pool.query('checkpoint');
      (figures[what] ??= {})[side.name] = await run(system, side);
    }
  }
  return figures;
}

/** What is measured, in its order. */
function laps(mode, scale) {
  const of = (what, { count, times = 1, size = 1, writes = true }, work) => ({
    what,
    run: (system, side) =>
      lap(system, { count: times * Math.ceil(count * scale), size, writes, work: () => work(side) }),
  });
  const once = (what, settings, work) => of(what, settings, (side) => work(side, byIds(side[mode])));
  const both = (what, settings, work) =>
    Object.entries(variants).map(([variant, repositoriesOn]) =>
      of(`${what}, ${variant}`, settings, (side) => work(side, repositoriesOn(side[mode]))),
    );
  /** Every batch that was accepted is made ready by the one or the other statement. */
  const mailIn = (what, mailboxes) => [
    once(`accept, ${what}`, { count: READY, times: 2, size: BATCH }, async (side, on) =>
      waiting(side).push(await accept(on, mailboxes())),
    ),
    ...both(`make ready, ${what}`, { count: READY, size: BATCH }, (side, on) => makeReady(on, waiting(side).pop())),
  ];
  const reads = { count: 4_000, writes: false };
  return [
    ...mailIn(`batch ${BATCH}`, anyMailboxes),
    ...mailIn(`batch ${BATCH} of one mailbox`, oneMailbox),
    ...both('claim + acknowledge', { count: 2_500 }, (_side, on) => claimPair(on, LARGE_MAILBOX, 1)),
    ...both('claim + acknowledge, batch 20', { count: 200, size: 20 }, (_side, on) => claimPair(on, LARGE_MAILBOX, 20)),
    once('list of 20, first page of any mailbox', reads, (_side, on) => list(on, anyMailbox())),
    once('list of 20, deep in the large mailbox', reads, (side, on) =>
      list(on, LARGE_MAILBOX, Math.floor(side.emails * (0.1 + Math.random() / 2))),
    ),
    ...both('list of 20 with tasks', reads, (_side, on) => listWithTasks(on, anyMailbox())),
    ...both('email by id', reads, (side, on) => find(on, anyEmail(side))),
  ];
}

/** Batches of each side that were accepted and are not ready. */
const accepted = new Map();
function waiting({ name }) {
  if (!accepted.has(name)) accepted.set(name, []);
  return accepted.get(name);
}

/** Does the work so many times with all workers: how much of `size` was done in a second, and the WAL of each. */
async function lap({ pool }, { count, size, writes, work }) {
  const before = await walPosition(pool);
  const begun = performance.now();
  let left = count;
  const worker = async () => {
    for (; left > 0;) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const seconds = (performance.now() - begun) / 1_000;
  const rate = (count * size) / seconds;
  if (!writes) return { rate };
  const { wal, pages } = (await pool.query(walSince, [before])).rows[0];
  return { rate, wal: wal / (count * size), pages: pages / (count * size) };
}

/** Bytes of records and, apart from them, of whole pages: how many those are depends on when the last checkpoint was. */
const walSince = `select sum(record_size)::float8 as wal, sum(fpi_size)::float8 as pages
  from pg_get_wal_stats($1::pg_lsn, pg_current_wal_flush_lsn())`;

const walPosition = async (pool) => (await pool.query('select pg_current_wal_flush_lsn() as lsn')).rows[0].lsn;

function reportLaps(figures, mode, report) {
  const plans = mode === 'generic' ? ', generic plans' : '';
  const series = (what, side, figure) => figures.map((round) => round[what][side][figure]);
  for (const what of Object.keys(figures[0])) {
    const rates = ['parts', 'today'].map((side) => series(what, side, 'rate'));
    report(ratioLine(`${what}${plans}: ${PARTITIONS} partitions against today`, ...rates, '–'));
    if (mode === 'generic' || figures[0][what].today.wal === undefined) continue;
    const wal = ['parts', 'today'].map((side) => series(what, side, 'wal'));
    const [parts, today] = ['parts', 'today'].map((side) => median(series(what, side, 'pages')).toFixed(0));
    const line = ratioLine(`${what}: WAL of an email without whole pages`, ...wal, '–', ' bytes');
    report(withRemark(line, `whole pages: ${parts} against ${today}`));
  }
}

const withRemark = (line, remark) => line.replace(/ \|$/, `; ${remark} |`);

/** How long Postgres plans a statement for the values that it is given, warm and as the first of a connection. */
async function reportPlanning(sides, { samples, report }) {
  for (const [variant, repositoriesOn] of Object.entries(variants)) {
    for (const [what, work] of Object.entries(planned(anyMailboxes(), LARGE_MAILBOX))) {
      const statement = await recorded(repositoriesOn, work);
      const [today, parts] = await Promise.all(sides.map((side) => planningTimes(side, statement, samples)));
      const first = `first of a connection: ${parts[0].toFixed(1)} ms against ${today[0].toFixed(1)} ms`;
      const line = ratioLine(`planning, ${what}, ${variant}`, [median(parts)], [median(today)], '–', ' ms');
      report(withRemark(line, first));
    }
  }
}

async function planningTimes({ url }, { text, values }, samples) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const { rows } = await client.query(`explain (summary, format json) ${text}`, values);
    times.push(rows[0]['QUERY PLAN'][0]['Planning Time']);
  }
  await client.end();
  return times;
}

/** What a connection holds when it has prepared every statement with a generic plan. */
async function reportMemory(sides, report) {
  const text = 'select sum(total_bytes)::float8 / 1e6 as mb from pg_backend_memory_contexts';
  const held = await Promise.all(sides.map(({ generic }) => generic.query({ name: 'partitions-memory', text })));
  const [today, parts] = held.map(([{ mb }]) => [mb]);
  report(ratioLine(`memory of a connection: ${PARTITIONS} partitions against today`, parts, today, '–', ' MB'));
}

async function reportSizes(sides, report) {
  for (const table of ['email', 'email_task']) {
    const [today, parts] = await Promise.all(sides.map((side) => bytesPerRow(side, table)));
    for (const part of ['table', 'indexes']) {
      report(
        ratioLine(
          `${table}, ${part}: ${PARTITIONS} partitions against today`,
          [parts[part]],
          [today[part]],
          '–',
          ' bytes',
        ),
      );
    }
  }
}
