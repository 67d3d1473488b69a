import { recordUse } from './checkout/users.mjs';
import { prepare, root } from './prepare.mjs';

await prepare();
recordUse(root);
await import('../apps/standalone/dist/main.js');
