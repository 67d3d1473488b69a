// The search index as its parts are put together, in the process of the bench.
import { SearchBlockRepository } from '../../packages/search/dist/search-block.repository.js';
import { SearchDatabase } from '../../packages/search/dist/search-database.js';
import { SearchIndex } from '../../packages/search/dist/search-index.js';
import { SearchIndexRepository } from '../../packages/search/dist/search-index.repository.js';
import { SearchRangeRepository } from '../../packages/search/dist/search-range.repository.js';
import { SearchSourceRepository } from '../../packages/search/dist/search-source.repository.js';

/** @param main the database of the mail, which holds the index as well */
export function searchParts(main) {
  const database = new SearchDatabase(main);
  const source = new SearchSourceRepository(main);
  const index = new SearchIndexRepository(database);
  const blocks = new SearchBlockRepository(database, source);
  const ranges = new SearchRangeRepository(database);
  return { database, index, blocks, ranges, indexing: new SearchIndex(source, index, blocks, ranges) };
}
