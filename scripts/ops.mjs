import { prepare } from './prepare.mjs';

prepare();
await import('../apps/standalone/dist/ops/ops.js');
