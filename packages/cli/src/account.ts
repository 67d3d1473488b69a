import type { MailroomClient } from '@mailroom/client';
import { UsageError } from './usage-error.js';

/** Checks that an argument names a mailbox, by its id or its address. @throws UsageError */
export function account(text: string): string {
  if (/^\d{1,15}$/.test(text) ? Number(text) > 0 : text.includes('@')) return text;
  throw new UsageError(`"${text}" is neither the id nor the address of a mailbox.`);
}

/** The id of that mailbox; undefined if none was named. @throws UsageError */
export async function accountIdOf<Named extends string | undefined>(
  client: MailroomClient,
  named: Named,
): Promise<Named extends string ? number : number | undefined>;
export async function accountIdOf(client: MailroomClient, named: string | undefined): Promise<number | undefined> {
  if (named === undefined) return undefined;
  if (!named.includes('@')) return Number(named);
  const found = await findMailbox(client, named);
  if (!found) throw new UsageError(`This token has no access to a mailbox ${named}.`);
  return found.id;
}

/** The mailbox of this address, if the token reaches one. */
export async function findMailbox(client: MailroomClient, address: string) {
  const { items } = await client.listMailboxes({ email: address });
  return items[0];
}
