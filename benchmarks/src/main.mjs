// Runs the system and its references on this machine in interleaved rounds and writes the ratios of each part to
// benchmarks/RESULTS.md as soon as it ends. `--quick` is short and writes nothing; the name of a part runs only that one.
import { bridge } from './bridge.bench.mjs';
import { claims } from './claims.bench.mjs';
import { hosted } from './hosted.bench.mjs';
import { indexing } from './indexing.bench.mjs';
import { ingest } from './ingest.bench.mjs';
import { leases } from './leases.bench.mjs';
import { lists } from './lists.bench.mjs';
import { mcp } from './mcp.bench.mjs';
import { memory } from './memory.bench.mjs';
import { parsing } from './parsing.bench.mjs';
import { partitions } from './partitions.bench.mjs';
import { policy } from './policy.bench.mjs';
import { replicas } from './replicas.bench.mjs';
import { writeSection } from './results.mjs';
import { search } from './search.bench.mjs';
import { send } from './send.bench.mjs';
import { startSystem, stopAll } from './system.mjs';
import { wallet } from './wallet.bench.mjs';
import { waiting } from './waiting.bench.mjs';
import { web } from './web.bench.mjs';
import { webhooks } from './webhooks.bench.mjs';

const parts = {
  memory,
  webhooks,
  ingest,
  parsing,
  send,
  policy,
  hosted,
  wallet,
  leases,
  claims,
  lists,
  mcp,
  bridge,
  waiting,
  web,
  indexing,
  search,
  replicas,
};
/** They run only when they are named: they fill many gigabytes. */
const named = { partitions };
const asked = process.argv.slice(2).filter((argument) => argument in { ...parts, ...named });
const quick = process.argv.includes('--quick');
const rounds = quick ? 2 : 3;
const seconds = quick ? 2 : 4;

const all = { ...parts, ...named };
const running = asked.length === 0 ? Object.keys(parts) : Object.keys(all).filter((name) => asked.includes(name));

const system = await startSystem();
try {
  for (const name of running) await run(name);
} finally {
  await stopAll(system);
}
process.exit();

async function run(name) {
  const lines = [];
  const report = (line) => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  await all[name](system, { quick, rounds, seconds, report });
  if (!quick) writeSection(name, `${rounds} interleaved rounds of ${seconds} s`, lines, Object.keys(all));
}
