import type { Command } from 'commander';
import { account, accountIdOf } from '../account.js';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { letter, rowOf, type WaitSurroundings } from './emails.js';

const LONGEST_WAIT_SECONDS = 20;

export function addTaskCommands(program: Command, surroundings: WaitSurroundings): void {
  const tasks = program.command('tasks').description('claim, finish and release tasks');
  addClaim(tasks, surroundings);
  addEnds(tasks, surroundings);

  tasks
    .command('list')
    .description('list tasks; by default the new ones')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--status <list>', 'comma-separated: new, processing, handled, needs_human, ignored')
    .option('--all', 'include tasks that are leased')
    .action(async (options: { account?: string; status?: string; all?: boolean }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { status, all: includeLocked } = options;
      const accountId = await accountIdOf(client, options.account);
      const { items } = await client.listTasks(given({ accountId, status, includeLocked }));
      output.table(items, (email) => ({ ...rowOf(email), owner: email.task?.leaseOwner }));
    });

  tasks
    .command('stats')
    .description('count the tasks of a mailbox')
    .option('--account <mailbox>', 'the mailbox', account)
    .action(async (options: { account?: string }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const accountId = await accountIdOf(client, options.account);
      const stats = await client.getTaskStats(given({ accountId }));
      if (output.json) return output.value(stats);
      output.table(Object.entries(stats.byStatus), ([status, counts]) => ({ status, ...counts }));
    });
}

function addClaim(tasks: Command, surroundings: WaitSurroundings): void {
  tasks
    .command('claim')
    .description('claim the next task and show its email; exits 3 if there is none')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--owner <name>', 'who works on it')
    .option('--ttl <seconds>', 'how long the lease lasts', number)
    .option('--wait <seconds>', 'how long to wait for one', number, 0)
    .option('--oldest', 'oldest first')
    .action(async (options: ClaimOptions, command: Command) => {
      const { client, output, signal } = contextOf(command, surroundings);
      const { owner, ttl: ttlSeconds, oldest } = options;
      const accountId = await accountIdOf(client, options.account);
      const claim = given({ accountId, owner, ttlSeconds, timeSort: oldest ? (1 as const) : undefined });
      const until = Date.now() + options.wait * 1_000;
      const attempt = async () => {
        const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
        const waitSeconds = Math.min(left, LONGEST_WAIT_SECONDS);
        const found = await client.claimNextTask({ ...claim, waitSeconds }, { signal });
        return found && 'subject' in found ? found : null;
      };
      let email = await attempt();
      while (!email && Date.now() < until) email = await attempt();
      if (!email) surroundings.onNothing();
      output.one(email, (found) =>
        found ? `Task ${found.id}, lease ${found.task?.leaseToken}\n${letter(found)}` : 'nothing',
      );
    });
}

type ClaimOptions = { account?: string; owner?: string; ttl?: number; wait: number; oldest?: boolean };

function addEnds(tasks: Command, surroundings: Surroundings): void {
  type Holder = { owner?: string; lease?: string; reason?: string };
  const done = tasks.command('done <email-id>').description('mark a task as handled');
  const release = tasks.command('release <email-id>').description('give a task back for others to claim');
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
