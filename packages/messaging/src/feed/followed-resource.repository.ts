import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** A part of a mailbox of which somebody wants to know when it changes: an email, a conversation, or all of it. */
export type FollowedResource = {
  readonly uri: string;
  readonly mailboxId: number;
  readonly emailId: number | null;
  readonly threadId: string | null;
};

/** A client's session, which outlasts its connections. */
export type FollowingSession = { readonly principalId: string; readonly sessionId: string };

type Row = FollowedResource & FollowingSession;

/** The number of resources that one session may follow, and those of all sessions of one principal. */
const MAX_OF_SESSION = 100;
const MAX_OF_PRINCIPAL = 5_000;

const columns = `principal_id as "principalId", session_id as "sessionId", uri, mailbox_id as "mailboxId",
  email_id::float8 as "emailId", thread_id as "threadId"`;

const follow = statement(
  'follow-resource',
  `insert into followed_resource (principal_id, session_id, uri, mailbox_id, email_id, thread_id)
   select $1, $2, $3, $4, $5, $6
   where (select count(*) from followed_resource where principal_id = $1 and session_id = $2) < ${MAX_OF_SESSION}
     and (select count(*) from (
       select from followed_resource where principal_id = $1 limit ${MAX_OF_PRINCIPAL}) f) < ${MAX_OF_PRINCIPAL}
   on conflict (principal_id, session_id, uri) do update set seen_at = now() returning 1`,
);

const unfollow = statement(
  'unfollow-resource',
  'delete from followed_resource where principal_id = $1 and session_id = $2 and ($3::text is null or uri = $3)',
);

const ofSession = statement(
  'followed-of-session',
  `select ${columns} from followed_resource where principal_id = $1 and session_id = $2`,
);

const inMailboxes = statement(
  'followed-in-mailboxes',
  `select ${columns} from followed_resource where mailbox_id = any ($1::int[]) and session_id = any ($2::text[])`,
);

const keep = statement(
  'followed-keep',
  `update followed_resource set seen_at = now()
   where (principal_id, session_id) in (select * from unnest($1::text[], $2::text[]))
     and seen_at < now() - interval '1 hour'`,
);

/** What sessions follow, for whichever process holds their stream. */
@Injectable()
export class FollowedResourceRepository {
  constructor(private readonly database: Database) {}

  /** Returns false if the session, or its principal, follows too much already. */
  async follow({ principalId, sessionId }: FollowingSession, resource: FollowedResource): Promise<boolean> {
    const { uri, mailboxId, emailId, threadId } = resource;
    const values = [principalId, sessionId, uri, mailboxId, emailId, threadId];
    return (await this.database.query(follow, values)).length > 0;
  }

  /** Follows one resource no longer; all of them without a URI. */
  async unfollow({ principalId, sessionId }: FollowingSession, uri: string | null = null): Promise<void> {
    await this.database.query(unfollow, [principalId, sessionId, uri]);
  }

  async ofSession({ principalId, sessionId }: FollowingSession): Promise<FollowedResource[]> {
    return this.database.query<Row>(ofSession, [principalId, sessionId]);
  }

  /** What these sessions follow in any of these mailboxes. */
  async inMailboxes(mailboxIds: readonly number[], sessionIds: readonly string[]): Promise<Row[]> {
    return this.database.query<Row>(inMailboxes, [mailboxIds, sessionIds]);
  }

  /** Records that the streams of these sessions are open. */
  async keep(sessions: readonly FollowingSession[]): Promise<void> {
    const principalIds = sessions.map(({ principalId }) => principalId);
    const sessionIds = sessions.map(({ sessionId }) => sessionId);
    await this.database.query(keep, [principalIds, sessionIds]);
  }
}
