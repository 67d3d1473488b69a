import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { testAsserts } from './scripts/lint/test-asserts.rule.mjs';

// Dependencies point one way: each workspace may import just these of ours.
const leaves = ['errors', 'ids', 'concurrency', 'observability'];
const domain = [...leaves, 'events', 'message', 'database', 'messaging', 'blobs'];
const allowed = {
  errors: [],
  ids: [],
  concurrency: ['errors'],
  events: ['errors'],
  observability: ['ids'],
  egress: [],
  openapi: [],
  network: ['observability'],
  openpgp: [],
  message: ['concurrency', 'errors', 'openpgp'],
  smtp: ['concurrency', 'errors', 'ids', 'message', 'network', 'observability'],
  database: leaves,
  'embedded-postgres': ['concurrency', 'errors'],
  blobs: leaves,
  messaging: [...leaves, 'events', 'database'],
  identity: domain,
  mail: [...domain, 'identity', 'openpgp'],
  'found-keys': [...domain, 'egress', 'identity', 'mail', 'openpgp'],
  search: [...domain, 'identity', 'mail'],
  tasks: [...domain, 'mail', 'identity'],
  siwe: ['concurrency'],
  'dev-chain': ['concurrency', 'embedded-postgres', 'errors'],
  billing: [...domain, 'dev-chain', 'identity'],
  signup: [...domain, 'billing', 'egress', 'identity', 'mail', 'send-policy'],
  wallets: [...domain, 'billing', 'identity', 'mail', 'siwe'],
  leases: [...domain, 'billing', 'identity', 'mail', 'sending', 'webhooks'],
  'send-policy': [...domain, 'billing', 'identity', 'mail'],
  inbound: [...domain, 'found-keys', 'mail', 'network', 'openpgp', 'tasks'],
  sending: [...domain, 'billing', 'egress', 'identity', 'mail', 'openpgp', 'send-policy', 'tasks'],
  webhooks: [...domain, 'egress', 'identity', 'mail'],
  'agent-view': [
    ...leaves,
    'found-keys',
    'identity',
    'mail',
    'message',
    'openapi',
    'openpgp',
    'search',
    'send-policy',
    'sending',
    'tasks',
    'webhooks',
  ],
  'agent-tools': [...leaves, 'agent-view', 'http', 'identity', 'mail', 'openapi', 'search', 'sending', 'tasks'],
  http: [...leaves, 'identity', 'network'],
  runtime: [...leaves, 'blobs', 'database', 'messaging', 'network'],
  testing: ['blobs', 'database', 'embedded-postgres', 'ids'],
  client: [],
  'pgp-mail': [],
  cli: ['client', 'pgp-mail'],
};
const packages = Object.keys(allowed);
// For tests, and for whoever calls us from outside.
const tools = ['testing', 'client', 'cli', 'pgp-mail'];
const apps = [
  'admin-api',
  'billing-api',
  'indexer',
  'janitor',
  'mailbox-api',
  'mcp-gateway',
  'outbound',
  'smtp-ingest',
  'wallet-api',
  'web',
  'webhook-dispatcher',
];
for (const app of apps) allowed[app] = packages.filter((name) => !tools.includes(name));
allowed.standalone = [...packages.filter((name) => !tools.includes(name)), ...apps];

const folder = (name) => (packages.includes(name) ? 'packages' : 'apps');
const boundaries = Object.entries(allowed).map(([name, targets]) => ({
  files: [`${folder(name)}/${name}/src/**/*.ts`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^@mailroom/(?!(${targets.join('|') || '-'})(/|$))`,
            message: 'This dependency points the wrong way (ARCHITECTURE.md).',
          },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      '**/node_modules/**',
      '.mailroom/**',
      '**/.turbo/**',
      'packages/client/src/api/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'max-params': ['error', { max: 8 }],
      'no-console': 'error',
      'no-control-regex': 'off',
      'no-undef': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  ...boundaries,
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', 'packages/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name="recursive"]',
          message: "Below /proc it tries for ever; use makeDirectories of '@mailroom/concurrency'.",
        },
      ],
    },
  },
  // Twelve lines and the braces around them: parse, call one service, map.
  { files: ['**/*.controller.ts'], rules: { 'max-lines-per-function': ['error', { max: 14 }] } },
  {
    files: ['**/*.test.ts', '**/*.suite.ts', '**/test/**', '**/e2e/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.suite.ts'],
    plugins: { mailroom: { rules: { 'test-asserts': testAsserts } } },
    // A scenario is judged by `expect` where it is run.
    rules: { 'mailroom/test-asserts': ['error', { asserting: ['runScenario'] }] },
  },
);
