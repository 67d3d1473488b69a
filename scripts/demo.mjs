import { prepare } from './prepare.mjs';

await prepare();
await import('../apps/standalone/dist/demo/demo.js');
