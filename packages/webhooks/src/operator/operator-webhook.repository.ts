import { Injectable } from '@nestjs/common';
import { Database, statement, walkBack, type Tx, type Walk } from '@mailroom/database';
import { webhookColumns } from '../webhook.repository.js';
import type { Webhook } from '../webhook.js';

/** A webhook as the operator sees it. */
export type OperatorWebhook = Webhook & {
  /** Since when no delivery has succeeded; null if the last one did. */
  readonly failingSince: Date | null;
};

/** Whether its endpoint works: `disabled` ones get nothing any more. */
export type WebhookState = 'active' | 'failing' | 'disabled';

export type OperatorWebhookFilter = {
  readonly tenantId?: string | undefined;
  /** Only those that fail or are disabled, or only one of both. */
  readonly state?: 'unwell' | 'failing' | 'disabled' | undefined;
};

type Page = { readonly cursor: number | undefined; readonly limit: number };

const MAX_ID = 2_147_483_647;
/** The most that is counted for an overview. */
const MAX_WAITING = 1_000;

const columns = `${webhookColumns}, failing_since as "failingSince"`;
const unwell = '(status = 1 or failing_since is not null)';
const inState = {
  unwell,
  failing: `${unwell} and status = 0`,
  disabled: `${unwell} and status = 1`,
};

const ofAll: Walk = { where: 'id < $1', order: 'id desc' };
const ofTenant = walkBack({ tenant_id: '$2' }, 'id', '$1');

const page = (name: string, { where, order }: Walk, state: string) =>
  statement(
    `operator-webhooks-${name}`,
    `select ${columns} from webhook where ${where} and ($2::text is null or tenant_id = $2) and deleted_at is null and ${state}
     order by ${order} limit $3`,
  );
const pages = (name: string, walk: Walk) => ({
  any: page(`${name}-any`, walk, 'true'),
  unwell: page(`${name}-unwell`, walk, inState.unwell),
  failing: page(`${name}-failing`, walk, inState.failing),
  disabled: page(`${name}-disabled`, walk, inState.disabled),
});
const lists = { all: pages('all', ofAll), tenant: pages('tenant', ofTenant) };

const find = statement('operator-webhook', `select ${columns} from webhook where id = $1 and deleted_at is null`);
const lock = `select ${columns} from webhook where id = $1 and deleted_at is null for update`;
const enable = 'update webhook set status = 0, failing_since = null where id = $1';

const waiting = statement(
  'operator-webhooks-waiting',
  `select count(*) filter (where status = 0)::int as failing, count(*) filter (where status = 1)::int as disabled,
     min(failing_since) filter (where status = 0) as "failingSince"
   from (select status, failing_since from webhook where deleted_at is null and ${unwell} order by id desc limit ${MAX_WAITING}) w`,
);

/** Endpoints that need somebody, counted up to 1000 together. */
export type UnwellWebhooks = {
  readonly failing: number;
  readonly disabled: number;
  readonly failingSince: Date | null;
};

/** Webhooks as the operator looks for them, whosever they are. */
@Injectable()
export class OperatorWebhookRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list({ tenantId, state }: OperatorWebhookFilter, { cursor, limit }: Page): Promise<OperatorWebhook[]> {
    const list = lists[tenantId === undefined ? 'all' : 'tenant'][state ?? 'any'];
    const values = [Math.min(cursor ?? MAX_ID, MAX_ID), tenantId ?? null, limit];
    return this.database.query<OperatorWebhook>(list, values);
  }

  async find(id: number): Promise<OperatorWebhook | null> {
    const [webhook] = await this.database.query<OperatorWebhook>(find, [id]);
    return webhook ?? null;
  }

  /** The webhook, which nobody else changes before the transaction ends. */
  async lock(tx: Tx, id: number): Promise<OperatorWebhook | null> {
    return (await tx.$queryRawUnsafe<OperatorWebhook[]>(lock, id))[0] ?? null;
  }

  async enable(tx: Tx, id: number): Promise<void> {
    await tx.$executeRawUnsafe(enable, id);
  }

  async waiting(): Promise<UnwellWebhooks> {
    const [row] = await this.database.query<UnwellWebhooks>(waiting);
    return row ?? { failing: 0, disabled: 0, failingSince: null };
  }
}

export function stateOfWebhook({ status, failingSince }: OperatorWebhook): WebhookState {
  if (status !== 0) return 'disabled';
  return failingSince === null ? 'active' : 'failing';
}
