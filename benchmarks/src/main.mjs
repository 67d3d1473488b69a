// Runs the system and its references on this machine in interleaved rounds and writes the ratios to
// benchmarks/RESULTS.md. `--quick` is short and writes nothing; the name of a part runs only that one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bridge } from './bridge.bench.mjs';
import { claims } from './claims.bench.mjs';
import { hosted } from './hosted.bench.mjs';
import { ingest } from './ingest.bench.mjs';
import { leases } from './leases.bench.mjs';
import { lists } from './lists.bench.mjs';
import { mcp } from './mcp.bench.mjs';
import { memory } from './memory.bench.mjs';
import { parsing } from './parsing.bench.mjs';
import { partitions } from './partitions.bench.mjs';
import { policy } from './policy.bench.mjs';
import { replicas } from './replicas.bench.mjs';
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
  search,
  replicas,
};
/** They run only when they are named: they fill many gigabytes. */
const named = { partitions };
const asked = process.argv.slice(2).filter((argument) => argument in { ...parts, ...named });
const quick = process.argv.includes('--quick');
const rounds = quick ? 2 : 3;
const seconds = quick ? 2 : 4;

const lines = [];
const report = (line) => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};

const system = await startSystem();
try {
  for (const [name, part] of Object.entries(asked.length === 0 ? parts : { ...parts, ...named })) {
    if (asked.length === 0 || asked.includes(name)) await part(system, { quick, rounds, seconds, report });
  }
} finally {
  await stopAll(system);
}
if (!quick && asked.length === 0) writeResults();
process.exit();

function writeResults() {
  const results = `# Results of \`npm run bench\`

${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}; ${rounds} interleaved rounds of ${seconds} s; load and servers share the machine.
A ratio is the system's figure over the reference's in the same round; the column after it is its range over the rounds.
\`insert\` is smtp-server, simpleParser and one INSERT per message; \`discard\` is smtp-server that discards its mail.

| what | median | range | target | figures |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
  // What a person wrote below the table stays.
  const path = fileURLToPath(new URL('../RESULTS.md', import.meta.url));
  const remarks = existsSync(path) ? /\n## Remarks[\s\S]*/.exec(readFileSync(path, 'utf8'))?.[0] : undefined;
  writeFileSync(path, remarks ? `${results}${remarks}` : results);
}
