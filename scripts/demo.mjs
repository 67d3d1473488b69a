import { prepare } from './prepare.mjs';

prepare();
await import('../apps/standalone/dist/demo/demo.js');
