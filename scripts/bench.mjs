import { prepare } from './prepare.mjs';

prepare();
await import('../benchmarks/src/main.mjs');
