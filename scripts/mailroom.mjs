import { prepare } from './prepare.mjs';

prepare();
await import('../packages/cli/dist/main.js');
