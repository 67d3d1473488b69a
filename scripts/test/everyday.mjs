// What `npm test` runs of all suites. Everything runs with `--all`, as in CI; a suite that is named runs wherever it
// belongs.
import { runOnce } from '../../apps/standalone/e2e/run-once.mjs';

const e2e = (names) => names.map((name) => `apps/standalone/e2e/${name}.e2e.test.ts`);

/** The suites that are left to CI, by the reason why they take so long, beside the whole form of separate processes. */
export const leftToCi = {
  'kills, stops or wipes what it is about, and starts it again': [
    ...e2e(['backup', 'billing-kill', 'database-restart', 'kill', 'move', 'process', 'wallet-kill']),
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
    'web-encrypted',
    'web-hostile-mail',
    'web-hostile-words',
    'web-keys',
    'web-path-prefix',
    'web-story',
    'web-webmail',
  ]),
  'is a story of many commands and processes': e2e(['bridge-tool', 'cli', 'demo', 'ops', 'pgp-story', 'readme']),
  'works out by hand what is dear on purpose': ['packages/pgp-mail/test/argon2-vector.test.ts'],
  'reads thousands of mails, or mail that is slow to read': [
    'packages/message/test/hostile/linear-time.test.ts',
    'packages/message/test/trust/trust.test.ts',
    'packages/message/test/unseen.test.ts',
  ],
  'fills tables with many thousand rows': ['apps/admin-api/test/hot-rows.test.ts', ...e2e(['metrics-plans'])],
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
