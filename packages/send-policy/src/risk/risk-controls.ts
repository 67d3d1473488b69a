import { Injectable } from '@nestjs/common';
import { Database, eachAlone, isStoreAway, type Tx } from '@mailroom/database';
import { TenantService, type OutboundLevel, type TenantState } from '@mailroom/identity';
import { controlsActed } from '../send-policy-metrics.js';
import { RiskEventRepository } from './risk-event.repository.js';
import { RiskFactsRepository } from './risk-facts.repository.js';
import { breachesOf, type Breach, type RiskAction } from './risk-judgement.js';
import { RiskThresholds } from './risk-thresholds.js';

/** Tenants looked at by one statement. */
const BATCH = 100;

/**
 * Looks at what tenants that pay for themselves did in the last day, and takes from those that abuse it what they may
 * send. It runs beside the sends, which it costs nothing. Any number of processes may do it at once: what one does, the
 * next sees under the tenant's lock.
 */
@Injectable()
export class RiskControls {
  /** The last tenant of this pass. */
  #after = '';

  constructor(
    private readonly database: Database,
    private readonly facts: RiskFactsRepository,
    private readonly events: RiskEventRepository,
    private readonly tenants: TenantService,
    private readonly thresholds: RiskThresholds,
  ) {}

  /**
   * Looks at the next tenants. Resolves to whether there are more in this pass. A tenant whose judgement fails is told of,
   * and keeps no other from its own; it is looked at again in the next pass.
   */
  async step(onError: (error: unknown) => void): Promise<boolean> {
    const tenantIds = await this.facts.next(this.#after, BATCH);
    const more = tenantIds.length === BATCH;
    this.#after = more ? (tenantIds.at(-1) ?? '') : '';
    const tell = (tenantId: string, cause: unknown) =>
      onError(new Error(`Tenant ${tenantId} could not be judged.`, { cause }));
    await eachAlone(await this.#suspects(tenantIds), (tenantId) => this.#act(tenantId), tell);
    return more;
  }

  /** Where one tenant's facts can't be counted, the statement counts nobody's: then each is judged on its own. */
  async #suspects(tenantIds: readonly string[]): Promise<readonly string[]> {
    try {
      const facts = await this.facts.ofAll(tenantIds, this.thresholds.strangers);
      return facts.filter((some) => breachesOf(some, this.thresholds).length > 0).map(({ tenantId }) => tenantId);
    } catch (error) {
      if (isStoreAway(error)) throw error;
      return tenantIds;
    }
  }

  async #act(tenantId: string): Promise<void> {
    const acted = await this.database.transaction((tx) => this.#judge(tx, tenantId));
    for (const { control } of acted) controlsActed(control).inc();
  }

  /** Counts once more under the lock: another process, or the operator, may have acted since. */
  async #judge(tx: Tx, tenantId: string): Promise<readonly Breach[]> {
    const { sendPolicy } = await this.tenants.lockStanding(tx, tenantId);
    const facts = await this.facts.of(tx, tenantId, this.thresholds.strangers);
    const breaches = facts ? breachesOf(facts, this.thresholds) : [];
    if (breaches.length === 0) return [];
    const action = actionOn(sendPolicy, breaches);
    for (const breach of breaches) await this.events.insert(tx, tenantId, { ...breach, action });
    const reason = breaches.map(({ control, why }) => `${control}: ${why}`).join('; ');
    await this.tenants.setStanding(tx, tenantId, changeOf(action), { by: 'system', reason });
    return breaches;
  }
}

/** A review that found the tenant under review already has nothing left to withdraw. */
function actionOn(sendPolicy: OutboundLevel, breaches: readonly Breach[]): RiskAction {
  const suspends = breaches.some(({ action }) => action === 'suspend');
  return suspends || sendPolicy === 'external_review' ? 'suspend' : 'review';
}

function changeOf(action: RiskAction): { status: TenantState } | { sendPolicy: OutboundLevel } {
  return action === 'suspend' ? { status: 'suspended' } : { sendPolicy: 'external_review' };
}
