import { Module } from '@nestjs/common';
import { MailModule } from '@mailroom/mail';
import { EmailSearch } from './email-search.js';
import { SearchBlockRepository } from './search-block.repository.js';
import { SearchIndex } from './search-index.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchRangeRepository } from './search-range.repository.js';
import { SearchRepository } from './search.repository.js';

const providers = [
  EmailSearch,
  SearchBlockRepository,
  SearchIndex,
  SearchIndexRepository,
  SearchRangeRepository,
  SearchRepository,
];

@Module({ imports: [MailModule], providers, exports: providers })
export class SearchModule {}
