/** The part of a name that somebody registered, as far as names tell: `shop.co.uk`, `example.com`. */
export function organisationOf(host: string): string {
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const deep = top.length === 2 && /^(?:ac|co|com|edu|gov|gob|net|ne|or|org)$/.test(second);
  return labels.slice(deep ? -3 : -2).join('.');
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
