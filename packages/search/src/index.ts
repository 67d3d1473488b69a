export { EmailSearch, type EmailSearchPage } from './email-search.js';
export { SearchBlockRepository } from './search-block.repository.js';
export { searchVector } from './search-document.js';
export { SearchIndexRepository } from './search-index.repository.js';
export { SearchIndex } from './search-index.js';
export { SearchIndexer } from './search-indexer.js';
export type { SearchFilter } from './search-query.js';
export { SearchModule } from './search.module.js';
export { SearchRepository } from './search.repository.js';
