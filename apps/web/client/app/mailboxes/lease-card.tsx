import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { LeaseRing, timeLeft, useLease } from '../../kit/lease-ring.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { keys, wallet } from '../api.js';
import { Confirm } from '../../kit/confirm.js';
import type { Lease } from './use-mailboxes.js';

const EXTENSION_HOURS = 24;

/** How long the address still lives, and what happens then. */
export function LeaseCard({ lease }: { readonly lease: Lease }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.mailboxes });
  const times = { endsAt: lease.expires_at, since: lease.created_at };
  const { leftMs, over } = useLease(times);
  const extend = useMutation({
    mutationFn: () => wallet.extendLease(lease.lease_id, { ttl_hours: EXTENSION_HOURS }),
    onSuccess: refresh,
  });
  if (lease.lease_status !== 'active' || over) return <EndedLease lease={lease} />;
  return (
    <section className="card" aria-label="Lease">
      {extend.error && <ErrorNote error={extend.error} />}
      <div className="part row wrap leasehead">
        <LeaseRing {...times} big />
        <div className="grow">
          <div className="dim">This address is yours for another</div>
          <div className="row wrap">
            <h2 className="t22">{timeLeft(leftMs)}</h2>
            <span className="faint">
              until <Moment at={lease.expires_at} />
              {lease.purpose && `, for “${lease.purpose}”`}
            </span>
          </div>
        </div>
        <div className="row">
          <Button busy={extend.isPending} onPress={() => extend.mutate()}>
            Extend to {EXTENSION_HOURS} h
          </Button>
          <Confirm
            name="Release…"
            title={`Release ${lease.address}?`}
            about="New mail is refused from now on, and nobody is ever given this address again. What has arrived stays readable for 24 hours."
            verb="Release now"
            keep="Keep the address"
            act={async () => {
              await wallet.releaseLease(lease.lease_id);
              await refresh();
            }}
          />
        </div>
      </div>
      <div className="part note-line faint">
        <Icon name="info" />
        <span>
          When the lease ends, new mail is refused and the address is never given to anyone again. What has arrived
          stays readable for 24 hours.
        </span>
      </div>
    </section>
  );
}

function EndedLease({ lease }: { readonly lease: Lease }) {
  return (
    <Note kind="warn" title={lease.lease_status === 'released' ? 'You released this address.' : 'This lease ran out.'}>
      It takes no new mail. What has arrived stays readable for 24 hours.
    </Note>
  );
}
