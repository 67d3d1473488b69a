/** The mark: a rack of four pigeonholes, one of them lit. */
export function Brand({ name }: { readonly name: string }) {
  return (
    <span className="brand">
      <svg className="mark" viewBox="0 0 20 20" aria-hidden="true">
        <rect className="box" width="20" height="20" rx="4.500" />
        <rect className="slot" x="3.500" y="4" width="5.700" height="5.200" rx="1" />
        <rect className="lit" x="10.800" y="4" width="5.700" height="5.200" rx="1" />
        <rect className="slot" x="3.500" y="10.800" width="5.700" height="5.200" rx="1" />
        <rect className="slot" x="10.800" y="10.800" width="5.700" height="5.200" rx="1" />
      </svg>
      {name}
    </span>
  );
}
