import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** In public ranges, yet answered by the machine's own host; on Azure it hands out credentials. */
const HOST_SERVICES = new Set(['168.63.129.16']);
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Set aside since the library's table was made: documentation. */
const DOCUMENTATION_IPV6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * True for an address that anybody on the internet could reach. IPv6 forms that carry an IPv4 address inside (mapped,
 * NAT64, 6to4, Teredo) are never public: what is inside could be anything.
 */
export function isPublicAddress(text: string): boolean {
  // The library also takes short and octal forms; a socket never reports those.
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !HOST_SERVICES.has(address.toString());
  return address.match(GLOBAL_IPV6) && !address.match(DOCUMENTATION_IPV6);
}
