import { Body, Controller, Post, Put } from '@nestjs/common';
import {
  actorOf,
  all,
  claimedBatchAnswer,
  claimFilter,
  claimOf,
  DEFAULT_TTL_SECONDS,
  EmailPresenter,
  emailResource,
  expiredFilter,
  taskChangeResource,
  taskChangeView,
} from '@mailroom/agent-view';
import { Caller, ClientGone, Needs, parseInstant } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { TaskService, WaitingClaims, type TaskSet } from '@mailroom/tasks';
import { Operation } from '../openapi/api-operation.js';
import { ReleaseBatchDto, RenewBatchDto, UpdateBatchDto } from './task-batch.dto.js';
import { ClaimBatchDto, RequeueDto } from './task.dto.js';

const DEFAULT_CLAIMS = 5;

/** Operates on several tasks of one mailbox; each task succeeds or fails by itself. */
@Controller('tasks')
@Needs('read')
export class TaskBatchController {
  constructor(
    private readonly tasks: TaskService,
    private readonly waiting: WaitingClaims,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Post('claim-batch')
  @Operation({ summary: 'Claim several available tasks', answer: claimedBatchAnswer })
  async claimTaskBatch(@Caller() caller: Principal, @Body() body: ClaimBatchDto, @ClientGone() gone: AbortSignal) {
    const [claim, filter] = [claimOf(caller, body), claimFilter(body, body.limit ?? DEFAULT_CLAIMS)];
    const mailbox = await this.access.require(caller, body.accountId);
    const patience = { seconds: body.waitSeconds ?? 0, gone, tenantId: caller.tenantId };
    const claimed = await this.waiting.claimOrWait(mailbox.id, claim, filter, patience);
    return { items: await this.presenter.claimedMany(caller, claimed, mailbox, body.view ?? 'summary') };
  }

  @Post('requeue-expired')
  @Operation({ summary: 'Make tasks new again whose lease has ended', answer: all(emailResource) })
  async requeueExpiredTasks(@Caller() caller: Principal, @Body() body: RequeueDto) {
    const before = body.before === undefined ? undefined : parseInstant(body.before);
    const filter = expiredFilter(caller, { ...body, before });
    const mailbox = await this.access.require(caller, body.accountId);
    const requeued = await this.tasks.requeueExpired(mailbox.id, filter);
    return { items: await this.presenter.ofTasks(caller, requeued, mailbox) };
  }

  @Put('update-batch')
  @Operation({ summary: 'Set the status of several tasks', answer: all(taskChangeResource) })
  async updateTaskBatch(@Caller() caller: Principal, @Body() body: UpdateBatchDto) {
    const tasks = await this.#set(caller, body);
    const changes = await this.tasks.setStatus(tasks, actorOf(caller, body), body.status, body.reason);
    return { items: changes.map((change) => taskChangeView(change)) };
  }

  @Post('renew-batch')
  @Operation({ summary: 'Extend several leases', answer: all(taskChangeResource) })
  async renewTaskBatch(@Caller() caller: Principal, @Body() body: RenewBatchDto) {
    const { ttlSeconds = DEFAULT_TTL_SECONDS, reason } = body;
    const tasks = await this.#set(caller, body);
    const changes = await this.tasks.renew(tasks, actorOf(caller, body), { ttlSeconds, reason });
    return { items: changes.map((change) => taskChangeView(change, { withLeaseToken: true })) };
  }

  @Post('release-batch')
  @Operation({ summary: 'Give several leases back', answer: all(taskChangeResource) })
  async releaseTaskBatch(@Caller() caller: Principal, @Body() body: ReleaseBatchDto) {
    const tasks = await this.#set(caller, body);
    const changes = await this.tasks.release(tasks, actorOf(caller, body), body.status);
    return { items: changes.map((change) => taskChangeView(change)) };
  }

  async #set(caller: Principal, body: { accountId?: number; emailIds: number[] }): Promise<TaskSet> {
    const { id } = await this.access.require(caller, body.accountId);
    return { mailboxId: id, emailIds: [...new Set(body.emailIds)] };
  }
}
