export { createIndexer, type Indexer, type IndexerResources } from './indexer.js';
