export { createIndexer, type Indexer } from './indexer.js';
