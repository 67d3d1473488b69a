import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { actorOf, claimOf, DEFAULT_TTL_SECONDS, EmailPresenter, emailResource } from '@mailroom/agent-view';
import { Caller, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailService, type Email } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { changedTask, TaskService, type Task, type TaskSet } from '@mailroom/tasks';
import { Operation } from '../openapi/api-operation.js';
import { ClaimDto, ReleaseDto, RenewDto, SetTaskDto } from './task.dto.js';

@Controller('emails/:emailId')
@Needs('read')
export class TaskLeaseController {
  constructor(
    private readonly tasks: TaskService,
    private readonly emails: EmailService,
    private readonly presenter: EmailPresenter,
  ) {}

  @Post('claim')
  @Operation({ summary: "Lease an email's task", answer: one(emailResource) })
  claimTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: ClaimDto) {
    const claim = claimOf(caller, body);
    return this.#change(caller, emailId, (_task, email) => this.tasks.claim(email, claim));
  }

  @Post('renew')
  @Operation({ summary: 'Extend a lease', answer: one(emailResource) })
  renewTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: RenewDto) {
    const { ttlSeconds = DEFAULT_TTL_SECONDS, reason, checkpoint } = body;
    const change = { ttlSeconds, reason, checkpoint };
    const actor = actorOf(caller, body);
    return this.#change(caller, emailId, async (task) => changedTask(await this.tasks.renew(task, actor, change)));
  }

  @Post('release')
  @Operation({ summary: 'Give a lease back', answer: one(emailResource) })
  releaseTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: ReleaseDto) {
    const actor = actorOf(caller, body);
    return this.#change(caller, emailId, async (task) =>
      changedTask(await this.tasks.release(task, actor, body.status)),
    );
  }

  @Put('task')
  @Operation({ summary: "Set a task's status", answer: one(emailResource) })
  setTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: SetTaskDto) {
    return this.#setStatus(caller, emailId, body);
  }

  /** A change that is allowed is one statement; one that is not is found out again, step by step. */
  async #setStatus(caller: Principal, emailId: string, body: SetTaskDto) {
    const actor = actorOf(caller, body);
    const id = query.pathId(emailId, 'emailId');
    const changed = await this.tasks.setStatusByEmail(id, caller, actor, body);
    if (!changed) {
      return this.#change(caller, emailId, async (task) =>
        changedTask(await this.tasks.setStatus(task, actor, body.status, body.reason)),
      );
    }
    const { email, mailbox, content } = await this.emails.requireVisible(caller, changed);
    return this.presenter.one(caller, email, mailbox, { task: changed.task ?? undefined, content });
  }

  async #change(caller: Principal, emailId: string, change: (task: TaskSet, email: Email) => Promise<Task>) {
    const { email, mailbox, content } = await this.emails.requireFull(caller, query.pathId(emailId, 'emailId'));
    const task = await change({ mailboxId: mailbox.id, emailIds: [email.id] }, email);
    return this.presenter.one(caller, email, mailbox, { task, content });
  }
}
