import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { Caller, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailService } from '@mailroom/mail';
import { TaskService, type Task } from '@mailroom/tasks';
import { EmailPresenter } from '../emails/email.presenter.js';
import { Operation } from '../openapi/api-operation.js';
import { ClaimDto, ReleaseDto, RenewDto, SetTaskDto } from './task.dto.js';
import { actorOf } from './task-input.js';

const DEFAULT_TTL_SECONDS = 300;

@Controller('emails/:emailId')
@Needs('read')
export class TaskLeaseController {
  constructor(
    private readonly tasks: TaskService,
    private readonly emails: EmailService,
    private readonly presenter: EmailPresenter,
  ) {}

  @Post('claim')
  @Operation({ summary: "Lease an email's task", data: 'Email' })
  claimTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: ClaimDto) {
    const { ttlSeconds = DEFAULT_TTL_SECONDS, reason } = body;
    const claim = { actor: actorOf(caller, body), ttlSeconds, reason };
    return this.#change(caller, emailId, (id) => this.tasks.claim(id, claim));
  }

  @Post('renew')
  @Operation({ summary: 'Extend a lease', data: 'Email' })
  renewTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: RenewDto) {
    const { ttlSeconds = DEFAULT_TTL_SECONDS, reason, checkpoint } = body;
    const actor = actorOf(caller, body);
    return this.#change(caller, emailId, (id) => this.tasks.renew(id, actor, { ttlSeconds, reason, checkpoint }));
  }

  @Post('release')
  @Operation({ summary: 'Give a lease back', data: 'Email' })
  releaseTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: ReleaseDto) {
    const actor = actorOf(caller, body);
    return this.#change(caller, emailId, (id) => this.tasks.release(id, actor, body.status));
  }

  @Put('task')
  @Operation({ summary: "Set a task's status", data: 'Email' })
  setTask(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: SetTaskDto) {
    const actor = actorOf(caller, body);
    return this.#change(caller, emailId, (id) => this.tasks.setStatus(id, actor, body.status, body.reason));
  }

  async #change(caller: Principal, emailId: string, change: (id: number) => Promise<Task>) {
    const { email, mailbox } = await this.emails.require(caller, query.pathId(emailId, 'emailId'));
    const task = await change(email.id);
    return this.presenter.one(email, mailbox, { task });
  }
}
