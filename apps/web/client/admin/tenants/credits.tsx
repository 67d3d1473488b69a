import { useState } from 'react';
import { Field } from '../../kit/field.js';
import { admin, type TenantDetail } from '../api.js';
import { Change } from '../change/change.js';

const wording = {
  grant: {
    name: 'Give credits…',
    verb: 'Give credits',
    about: 'It can spend them at once. Nothing else changes.',
    keep: 'Leave credits as they are',
  },
  revoke: {
    name: 'Take credits…',
    verb: 'Take credits',
    about: 'Only credits that it has not used are taken; messages that have reserved theirs still go out.',
    keep: 'Leave credits as they are',
  },
} as const;

type CreditsProps = { readonly tenant: TenantDetail; readonly move: keyof typeof wording };

/** Gives or takes credits; one that is sent twice is made once. */
export function Credits({ tenant: { tenantId, name }, move }: CreditsProps) {
  const [credits, setCredits] = useState('100');
  const [changeId, setChangeId] = useState(() => crypto.randomUUID());
  const { name: button, ...words } = wording[move];
  const change = (value: string) => {
    setCredits(value);
    setChangeId(crypto.randomUUID());
  };
  const act = async ({ reason }: { readonly reason: string }) => {
    const body = { reason, credits: Number(credits), changeId };
    await (move === 'grant' ? admin.grantCredits(tenantId, body) : admin.revokeCredits(tenantId, body));
    setChangeId(crypto.randomUUID());
  };
  return (
    <Change {...words} name={button} title={`${words.verb}: ${name || tenantId}`} act={act}>
      <Field label="Credits" value={credits} onChange={change} inputMode="numeric" isRequired />
    </Change>
  );
}
