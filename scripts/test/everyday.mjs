// What `npm test` runs of all suites. Everything runs with `--all`, as in CI; a suite that is named runs wherever it
// belongs.
import { runOnce } from '../../apps/standalone/e2e/run-once.mjs';

const e2e = (names) => names.map((name) => `apps/standalone/e2e/${name}.e2e.test.ts`);

/** The suites that are left to CI, by the reason why they take so long, beside the whole form of separate processes. */
export const leftToCi = {
  'kills, stops or wipes what it is about, and starts it again': [
    ...e2e(['backup', 'billing-kill', 'database-restart', 'kill', 'move', 'process', 'wallet-kill']),
    ...e2e(['certificate', 'search-database', 'young-garbage']),
    'packages/embedded-postgres/test/embedded-postgres.test.ts',
    'packages/inbound/test/parsing-fairness.test.ts',
    'packages/inbound/test/parsing-pool.test.ts',
    'packages/leases/test/lease-crash.test.ts',
    'packages/messaging/test/jetstream-cluster.test.ts',
    'packages/messaging/test/jetstream-losses.test.ts',
    'packages/messaging/test/jetstream-outbox.test.ts',
    'packages/sending/test/outbound-crash.test.ts',
  ],
  'walks through pages in a real browser': e2e([
    'web-admin',
    'web-admin-changes',
    'web-app',
    'web-app-payments',
    'web-broken-line',
    'web-encrypted',
    'web-files',
    'web-habits',
    'web-hostile-mail',
    'web-hostile-words',
    'web-keys',
    'web-many',
    'web-path-prefix',
    'web-phone',
    'web-story',
    'web-two-places',
    'web-undo',
    'web-webmail',
    'web-words',
  ]),
  'is a story of many commands and processes': e2e(['bridge-tool', 'cli', 'demo', 'ops', 'pgp-story', 'readme']),
  'runs tools of others over what we publish': [
    ...e2e(['mcp-browser', 'mcp-conformance', 'wallet-generated-client']),
    'packages/client/test/published-form.test.ts',
    'scripts/helm/chart.test.ts',
    'scripts/infra/check.test.ts',
  ],
  'keeps trying until a limit is met': e2e(['mcp-sessions', 'rate-limit', 'signup-limits', 'wallet-limits']),
  'measures how soon something comes, and fills the machine for that': e2e(['steady-rate']),
  'works out by hand what is dear on purpose': ['packages/pgp-mail/test/argon2-vector.test.ts'],
  'reads thousands of mails, or mail that is slow to read': [
    'packages/message/test/attachment-text/text-reader.test.ts',
    'packages/message/test/hostile/html-bounds.test.ts',
    'packages/message/test/hostile/linear-time.test.ts',
    'packages/message/test/quoting/extracted-text.test.ts',
    'packages/message/test/trust/trust.test.ts',
    'packages/message/test/unseen.test.ts',
  ],
  'fills tables with many thousand rows, or copies all of them': [
    ...e2e(['event-flood', 'metrics', 'metrics-plans', 's3']),
    'apps/admin-api/test/hot-rows.test.ts',
    'apps/janitor/test/janitor.test.ts',
    'apps/janitor/test/retention.test.ts',
    'packages/billing/test/ledger.test.ts',
    'packages/blobs/test/s3-blob-store.test.ts',
    'packages/database/test/snapshot.test.ts',
    'packages/search/test/search-order.test.ts',
    'packages/search/test/search-ranges.test.ts',
    'packages/tasks/test/hot-rows.test.ts',
  ],
};

/** `everyday`, `named` where arguments say which suites are meant, or `all`; `scripts/test.mjs` sets it. */
const extent = process.env.MAILROOM_TESTS ?? 'named';

/** Whether every suite runs, each that can in both forms. */
export const isAll = extent === 'all';

const inText = (path) => `/${path.replaceAll('.', '\\.')}$`;

/** Patterns of the suites that the project of one process leaves out, beside those of the other form. */
export const leftOut = extent === 'everyday' ? Object.values(leftToCi).flat().map(inText) : [];

/** Patterns of the suites in the project of separate processes; without `--all` only those of that form alone, if named. */
export const separateSuites = isAll ? ['\\.test\\.ts$'] : e2e(Object.keys(runOnce.separate)).map(inText);

/** Whether the project of separate processes takes part. */
export const hasSeparate = extent !== 'everyday';

/** What a run of every day did not run, in one line. */
export function describeLeftToCi() {
  const { length } = Object.values(leftToCi).flat();
  return `${length} suites, and the apps as separate processes, are left to CI ("npm test -- --all").\n`;
}
