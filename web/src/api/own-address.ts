/** Links carry the public address. A download works only from the address at which the console was opened. */
export function ownAddress(link: string): string {
  const { pathname, search } = new URL(link, location.origin);
  return pathname + search;
}
