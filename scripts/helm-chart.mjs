// Checks that the Helm chart says what the manifests in k8s/ say; --write makes it anew from them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHART, chartOf, checkChart } from './helm/chart.mjs';
import { fail, root } from './prepare.mjs';

if (process.argv.includes('--write')) {
  rmSync(join(root, CHART), { recursive: true, force: true });
  for (const [name, text] of Object.entries(chartOf(root))) {
    mkdirSync(dirname(join(root, CHART, name)), { recursive: true });
    writeFileSync(join(root, CHART, name), text);
  }
}
const problems = checkChart(root);
if (problems.length > 0) fail(`${problems.join('\n')}\nRun: node scripts/helm-chart.mjs --write`);
