import type { Command } from 'commander';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { letter, rowOf, type WaitSurroundings } from './emails.js';

const LONGEST_WAIT_SECONDS = 20;

export function addTaskCommands(program: Command, surroundings: WaitSurroundings): void {
  const tasks = program.command('tasks').description('claim, finish and give back tasks');
  addClaim(tasks, surroundings);
  addEnds(tasks, surroundings);

  tasks
    .command('list')
    .description('list tasks; default: new ones')
    .option('--account <id>', 'the mailbox', number)
    .option('--status <list>', 'comma-separated: new, processing, handled, needs_human, ignored')
    .option('--all', 'also those that are leased')
    .action(async (options: { account?: number; status?: string; all?: boolean }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { account: accountId, status, all: includeLocked } = options;
      const { items } = await client.listTasks(given({ accountId, status, includeLocked }));
      output.table(items, (email) => ({ ...rowOf(email), owner: email.task?.leaseOwner }));
    });

  tasks
    .command('stats')
    .description('count the tasks of a mailbox')
    .option('--account <id>', 'the mailbox', number)
    .action(async ({ account: accountId }: { account?: number }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const stats = await client.getTaskStats(given({ accountId }));
      if (output.json) return output.value(stats);
      output.table(Object.entries(stats.byStatus), ([status, counts]) => ({ status, ...counts }));
    });
}

function addClaim(tasks: Command, surroundings: WaitSurroundings): void {
  tasks
    .command('claim')
    .description('claim the next task and show its email; exits 3 when there is none')
    .option('--account <id>', 'the mailbox', number)
    .option('--owner <name>', 'who works on it')
    .option('--ttl <seconds>', 'how long the lease lasts', number)
    .option('--wait <seconds>', 'wait for one', number, 0)
    .option('--oldest', 'the oldest first')
    .action(async (options: ClaimOptions, command: Command) => {
      const { client, output, signal } = contextOf(command, surroundings);
      const { account: accountId, owner, ttl: ttlSeconds, oldest } = options;
      const claim = given({ accountId, owner, ttlSeconds, timeSort: oldest ? (1 as const) : undefined });
      const until = Date.now() + options.wait * 1_000;
      const attempt = () => {
        const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
        return client.claimNextTask({ ...claim, waitSeconds: Math.min(left, LONGEST_WAIT_SECONDS) }, { signal });
      };
      let email = await attempt();
      while (!email && Date.now() < until) email = await attempt();
      if (!email) surroundings.onNothing();
      output.one(email, (found) =>
        found ? `Task ${found.id}, lease ${found.task?.leaseToken}\n${letter(found)}` : 'nothing',
      );
    });
}

type ClaimOptions = { account?: number; owner?: string; ttl?: number; wait: number; oldest?: boolean };

function addEnds(tasks: Command, surroundings: Surroundings): void {
  type Holder = { owner?: string; lease?: string; reason?: string };
  const done = tasks.command('done <email-id>').description('mark a task as handled');
  const release = tasks.command('release <email-id>').description('give a task back');
  for (const command of [done, release]) {
    command.option('--owner <name>', 'who claimed it').option('--lease <token>', 'the lease token');
  }
  done
    .option('--status <status>', 'handled, needs_human or ignored', 'handled')
    .option('--reason <text>', 'why')
    .action(async (id: string, options: Holder & { status: string }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { owner, lease: leaseToken, reason } = options;
      const status = options.status as 'handled';
      const email = await client.setTask(number(id), { status, ...given({ owner, leaseToken, reason }) });
      output.one(email, ({ id: emailId, task }) => `task ${emailId} is ${task?.status}`);
    });
  release.action(async (id: string, { owner, lease: leaseToken }: Holder, command: Command) => {
    const { client, output } = contextOf(command, surroundings);
    const email = await client.releaseTask(number(id), given({ owner, leaseToken }));
    output.one(email, ({ id: emailId, task }) => `task ${emailId} is ${task?.status}`);
  });
}
