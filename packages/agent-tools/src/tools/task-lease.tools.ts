import { Injectable } from '@nestjs/common';
import { actorOf, DEFAULT_TTL_SECONDS, taskView } from '@mailroom/agent-view';
import { invalidField } from '@mailroom/errors';
import { requireScope, type Principal } from '@mailroom/identity';
import { EmailService } from '@mailroom/mail';
import { about, integer, object, word } from '@mailroom/openapi';
import { changedTask, TaskService, type Actor, type TaskChange, type TaskSet } from '@mailroom/tasks';
import { taskState as taskSchema } from '../mail/mail-schemas.js';
import { taskState } from '../mail/mail-view.js';
import { ttlSeconds } from './claim-next-task.tool.js';
import { accountId, emailId, leaseToken, owner, shortText } from './input.js';
import { requireAccount } from './require-account.js';
import { tool, ToolSource, works } from './tool.js';

const output = object({ emailId: integer, task: taskSchema });
const held = { owner, leaseToken, accountId };

type Held = {
  readonly emailId: number;
  readonly owner?: string;
  readonly leaseToken?: string;
  readonly accountId?: number;
};

/** What is done with a task that one holds. */
@Injectable()
export class TaskLeaseTools extends ToolSource {
  constructor(
    private readonly tasks: TaskService,
    private readonly emails: EmailService,
  ) {
    super();
  }

  readonly renew = tool({
    name: 'renew_task',
    title: 'Keep a task longer',
    description:
      'Keeps a task that you hold for some more time, counted from now. Use it before the lease ends. checkpoint notes how ' +
      'far you are, for whoever takes it after you.',
    input: object(
      { emailId },
      { ...held, ttlSeconds, checkpoint: about(shortText(8_192), 'Your notes, at most 8 KiB.') },
    ),
    output,
    traits: works,
    run: async ({ caller }, { ttlSeconds: seconds = DEFAULT_TTL_SECONDS, checkpoint, ...input }) => {
      if (input.leaseToken === undefined && input.owner === undefined)
        throw invalidField('leaseToken', 'or owner is required: it says that the task is yours');
      return this.#change(caller, input, (task, actor) =>
        this.tasks.renew(task, actor, { ttlSeconds: seconds, reason: undefined, checkpoint }),
      );
    },
  });

  readonly complete = tool({
    name: 'complete_task',
    title: 'Finish a task',
    description:
      'Ends your work on an email: handled (it is done), needs_human (a person must look; say why in reason) or ignored ' +
      '(nothing to do). The lease ends with it. reply_to_message with completeTask does this together with the answer.',
    input: object(
      { emailId },
      {
        ...held,
        status: about(word(['handled', 'needs_human', 'ignored']), 'handled if left out.'),
        reason: about(shortText(500), 'Why, for people who look at it later.'),
      },
    ),
    output,
    traits: works,
    run: ({ caller }, { status = 'handled', reason, ...input }) =>
      this.#change(caller, input, (task, actor) => this.tasks.setStatus(task, actor, status, reason)),
  });

  readonly release = tool({
    name: 'release_task',
    title: 'Give a task back',
    description: 'Gives a task back, unfinished, so that another agent can take it at once.',
    input: object({ emailId }, held),
    output,
    traits: works,
    run: ({ caller }, input) => this.#change(caller, input, (task, actor) => this.tasks.release(task, actor)),
  });

  override readonly tools = [this.renew, this.complete, this.release];

  async #change(
    caller: Principal,
    { emailId: wanted, accountId: account, ...holder }: Held,
    change: (task: TaskSet, actor: Actor) => Promise<TaskChange[]>,
  ) {
    requireScope(caller, 'read');
    const { email, mailbox } = await this.emails.requireFull(caller, wanted);
    requireAccount({ accountId: mailbox.id }, account);
    const task = changedTask(await change({ mailboxId: mailbox.id, emailIds: [email.id] }, actorOf(caller, holder)));
    return { output: { emailId: email.id, task: taskState(taskView(task, { withLeaseToken: true })) } };
  }
}
