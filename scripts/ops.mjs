import { prepare } from './prepare.mjs';

await prepare();
await import('../apps/standalone/dist/ops/ops.js');
