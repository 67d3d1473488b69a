import { prepare } from './prepare.mjs';

await prepare();
await import('../benchmarks/src/main.mjs');
