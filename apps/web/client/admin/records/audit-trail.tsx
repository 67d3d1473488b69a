import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../kit/moment.js';
import { ErrorNote } from '../../kit/note.js';
import { admin } from '../api.js';

const SHOWN = 20;

/** What was changed last at a tenant, by whom and why. */
export function AuditTrail({ tenantId }: { readonly tenantId: string }) {
  const { data, error } = useQuery({
    queryKey: ['audit', 'of', tenantId],
    queryFn: () => admin.listAudit({ tenantId, limit: SHOWN }),
  });
  return (
    <section className="sec" aria-labelledby="trail">
      <header>
        <h2 id="trail">Audit trail</h2>
        <span className="end">
          <Link to="/audit" search={{ tenantId }}>
            All
          </Link>
        </span>
      </header>
      {error && <ErrorNote error={error} />}
      <ol className="tl">
        {data?.items.map(({ entryId, action, actor, reason, createdAt }) => (
          <li key={entryId}>
            <span>
              <b>{action}</b> by {actor}
              {reason !== null && (
                <>
                  <br />“{reason}”
                </>
              )}
            </span>
            <Moment at={createdAt} />
          </li>
        ))}
      </ol>
    </section>
  );
}
