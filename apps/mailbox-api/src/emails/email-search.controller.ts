import { Controller, Get, Query } from '@nestjs/common';
import { EmailPresenter, foundEmailsResource, pageAnswer } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one } from '@mailroom/openapi';
import { EmailSearch, type SearchFilter } from '@mailroom/search';
import { MailboxAccess } from '@mailroom/mail';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { bodyParameters, bodyQuery } from './body-query.js';

const searchParameters = {
  ...accountParameter,
  q: { type: 'string', description: 'words and "phrases" in subject, addresses and text; all must be there' },
  from: { type: 'string', description: "words of the sender's name or address" },
  to: { type: 'string', description: "words of a recipient's name or address" },
  subject: { type: 'string', description: 'words and "phrases" of the subject' },
  since: { type: 'string', description: 'ISO 8601, inclusive' },
  before: { type: 'string', description: 'ISO 8601, exclusive' },
  direction: { type: 'string', description: 'default both', enum: ['received', 'sent'] },
  hasAttachment: { type: 'boolean', description: 'default both' },
  ...bodyParameters,
} as const;

@Controller('emails/search')
export class EmailSearchController {
  constructor(
    private readonly found: EmailSearch,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get()
  @Needs('read')
  @Operation({ summary: 'Search emails', answer: one(foundEmailsResource), paged: true, query: searchParameters })
  async searchEmails(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const [filter, page] = [filterOf(parameters), query.page(parameters)];
    const options = bodyQuery(parameters, 'summary');
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    const { emails, unindexed } = await this.found.search(mailbox.id, filter, { ...page, limit: page.limit + 1 });
    const { items, ...rest } = pageAnswer(emails, page.limit);
    return { items: await this.presenter.many(caller, items, mailbox, options), ...rest, unindexed };
  }
}

function filterOf(parameters: QueryString): SearchFilter {
  return {
    q: query.text(parameters, 'q'),
    from: query.text(parameters, 'from'),
    to: query.text(parameters, 'to'),
    subject: query.text(parameters, 'subject'),
    since: query.instant(parameters, 'since'),
    before: query.instant(parameters, 'before'),
    direction: query.oneOf(parameters, 'direction', ['received', 'sent']),
    hasAttachment: query.boolean(parameters, 'hasAttachment'),
  };
}
