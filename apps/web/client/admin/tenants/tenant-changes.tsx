import { useState } from 'react';
import { Choice } from '../../kit/choice.js';
import { admin, type TenantDetail } from '../api.js';
import { Change, type Said } from '../change/change.js';
import { PolicyBadge } from './policy-badge.js';

const policies = ['internal_only', 'external_review', 'external_enabled'] as const;
const billingStates = ['free', 'paid_review', 'paid_active'] as const;
const options = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, name: value }));

type OfTenant = { readonly tenant: TenantDetail };
const called = ({ name, tenantId }: TenantDetail) => name || tenantId;

/** The state in words, for an operator who was overtaken. */
function Now({ tenant: { policy, billingState, reason } }: OfTenant) {
  return (
    <>
      <PolicyBadge policy={policy} quiet />, <span className="mono">{billingState}</span>
      {reason !== null && <>, because “{reason}”</>}.
    </>
  );
}

/** Stops a tenant's mail, or lets it go on. */
export function SuspendOrRestore({ tenant }: OfTenant) {
  const name = called(tenant);
  const shared = { version: tenant.version, now: <Now tenant={tenant} /> };
  if (tenant.policy === 'suspended')
    return (
      <Change
        {...shared}
        name="Restore…"
        title={`Restore ${name}?`}
        about={`It sends again as before: ${tenant.sendPolicy}. Messages that wait go out.`}
        verb={`Restore ${name}`}
        keep="Leave it suspended"
        act={(said) => admin.restoreTenant(tenant.tenantId, said)}
      />
    );
  return (
    <Change
      {...shared}
      danger
      name="Suspend…"
      title={`Suspend ${name}?`}
      about="All mail that it sends stops. Mail to it still arrives, and it can read what it has."
      verb={`Suspend ${name}`}
      keep="Keep it running"
      act={(said) => admin.suspendTenant(tenant.tenantId, said)}
    />
  );
}

/** Lets a tenant out that asked for an upgrade. */
export function ApproveUpgrade({ tenant }: OfTenant) {
  return (
    <Change
      name="Approve upgrade…"
      title={`Approve the upgrade of ${called(tenant)}?`}
      about="From then on it may write to people outside, for its credits."
      verb="Approve upgrade"
      keep="Leave it in review"
      version={tenant.version}
      now={<Now tenant={tenant} />}
      act={(said) => admin.approveUpgrade(tenant.tenantId, said)}
    />
  );
}

/** Changes how far a tenant may send, and what it has paid. */
export function Standing({ tenant }: OfTenant) {
  const [chosen, setChosen] = useState<Partial<Pick<TenantDetail, 'sendPolicy' | 'billingState'>>>({});
  const { sendPolicy, billingState } = { ...tenant, ...chosen };
  const act = async (said: Said) => {
    await admin.changeTenantStanding(tenant.tenantId, { ...said, sendPolicy, billingState });
    setChosen({});
  };
  return (
    <Change
      name="Change standing…"
      title={`Change the standing of ${called(tenant)}?`}
      about="Decides whom it may write to from the next message on. What it has sent stays sent."
      verb="Change standing"
      keep="Leave it as it is"
      version={tenant.version}
      now={<Now tenant={tenant} />}
      act={act}
    >
      <Choice
        label="Send policy"
        value={sendPolicy}
        options={options(policies)}
        onChange={(value) => setChosen({ ...chosen, sendPolicy: value })}
      />
      <Choice
        label="Billing state"
        value={billingState}
        options={options(billingStates)}
        onChange={(value) => setChosen({ ...chosen, billingState: value })}
      />
    </Change>
  );
}
