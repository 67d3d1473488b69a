import { Link } from '@tanstack/react-router';

/** A tenant, by the name that the reader knows it by. */
export function TenantLink({ tenantId, name }: { readonly tenantId: string; readonly name?: string }) {
  return (
    <Link className={name === undefined ? 'mono' : 'main'} to="/tenants/$tenantId" params={{ tenantId }}>
      {name ?? tenantId}
    </Link>
  );
}
