export type { JanitorConfig } from './config.js';
export { createJanitor, janitorGauges, type Janitor } from './janitor.js';
export { janitor } from './janitor.service.js';
