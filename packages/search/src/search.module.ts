import { Module } from '@nestjs/common';
import { Database, SEARCH_DATABASE } from '@mailroom/database';
import { MailModule } from '@mailroom/mail';
import { EmailSearch } from './email-search.js';
import { SearchBlockRepository } from './search-block.repository.js';
import { SearchDatabase } from './search-database.js';
import { SearchDeletionRepository } from './search-deletion.repository.js';
import { SearchIndex } from './search-index.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchMove } from './search-move.js';
import { SearchRangeRepository } from './search-range.repository.js';
import { SearchRepository } from './search.repository.js';
import { SearchSourceRepository } from './search-source.repository.js';

const searchDatabase = {
  provide: SearchDatabase,
  useFactory: (main: Database, own?: Database) => new SearchDatabase(main, own ?? null),
  inject: [Database, { token: SEARCH_DATABASE, optional: true }],
};

const providers = [
  EmailSearch,
  SearchBlockRepository,
  searchDatabase,
  SearchDeletionRepository,
  SearchIndex,
  SearchIndexRepository,
  SearchMove,
  SearchRangeRepository,
  SearchRepository,
  SearchSourceRepository,
];

@Module({ imports: [MailModule], providers, exports: providers })
export class SearchModule {}
