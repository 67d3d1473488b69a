import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  actorOf,
  claimedAnswer,
  claimFilter,
  claimOf,
  completionOf,
  EmailPresenter,
  emailResource,
  pageOf,
  statusList,
  taskStatsResource,
  taskStatsView,
} from '@mailroom/agent-view';
import { Caller, ClientGone, Needs, query, type Query as QueryString } from '@mailroom/http';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { TaskService, WaitingClaims } from '@mailroom/tasks';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { ClaimNextDto } from './task.dto.js';

const listParameters = {
  ...accountParameter,
  status: { type: 'string', description: 'comma-separated task statuses', default: 'new' },
  includeLocked: { type: 'boolean', description: 'also tasks whose lease is active', default: false },
  lockedOnly: { type: 'boolean', description: 'only those; overrides includeLocked', default: false },
  owner: { type: 'string', description: 'lease owner', maxLength: 200 },
  agentId: { type: 'string', description: 'alias of owner', maxLength: 200 },
} as const;

const listing = {
  summary: 'List the tasks of received emails',
  description:
    'Where `status` is left out it is `new`, also beside `owner`, `agentId` and `lockedOnly`: name `processing` to see ' +
    'the tasks that somebody holds.',
} as const;

const claiming = {
  summary: 'Claim the next available task',
  description:
    '`complete` ends the task before in the same commit, as setTask does, for who holds its lease; `completion` of the ' +
    'answer says what became of that, and the claim goes on whatever it was. Where there is nothing to claim, `data` is ' +
    'null, or has `completion` alone.',
} as const;

@Controller('tasks')
export class TasksController {
  constructor(
    private readonly tasks: TaskService,
    private readonly waiting: WaitingClaims,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get()
  @Needs('read')
  @Operation({ ...listing, answer: pageOf(emailResource), paged: true, query: listParameters })
  async listTasks(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const page = query.page(parameters);
    const filter = taskFilter(caller, parameters);
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    const tasks = await this.tasks.list(mailbox.id, { ...page, ...filter, limit: page.limit + 1 });
    const shown = tasks.slice(0, page.limit);
    const hasMore = tasks.length > page.limit;
    const items = await this.presenter.ofTasks(caller, shown, mailbox);
    return { items, nextCursor: hasMore ? (shown.at(-1)?.emailId ?? null) : null, hasMore };
  }

  @Get('stats')
  @Needs('read')
  @Operation({ summary: 'Count the tasks of a mailbox', answer: one(taskStatsResource), query: accountParameter })
  async getTaskStats(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    return taskStatsView(await this.tasks.stats(mailbox.id), mailbox);
  }

  @Post('claim-next')
  @Needs('read')
  @Operation({ ...claiming, answer: claimedAnswer })
  async claimNextTask(@Caller() caller: Principal, @Body() body: ClaimNextDto, @ClientGone() gone: AbortSignal) {
    const { complete, view: part = 'full', waitSeconds: seconds = 0 } = body;
    const patience = { seconds, gone, tenantId: caller.tenantId };
    const filter = claimFilter(body, 1);
    const completion = complete && completionOf(caller, body, complete);
    const request = { claim: claimOf(caller, body), part, completion };
    const mailbox = await this.access.require(caller, body.accountId);
    const next = await this.waiting.claimNextOrWait(mailbox.id, filter, request, patience);
    return this.presenter.claimed(caller, next, mailbox, part);
  }
}

function taskFilter(caller: Principal, parameters: QueryString) {
  const lockedOnly = query.boolean(parameters, 'lockedOnly') ?? false;
  const includeLocked = query.boolean(parameters, 'includeLocked') ?? false;
  const { owner } = actorOf(caller, {
    owner: query.text(parameters, 'owner'),
    agentId: query.text(parameters, 'agentId'),
  });
  if (owner !== undefined && owner.length > 200) {
    throw new DomainError('invalid_request', 'The parameter "owner" is longer than 200 characters.');
  }
  const locked = lockedOnly ? ('only' as const) : includeLocked ? ('any' as const) : ('never' as const);
  return { statuses: statusList(query.text(parameters, 'status')), locked, owner };
}
