export { indexer } from './indexer.service.js';
