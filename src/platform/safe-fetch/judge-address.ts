import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** This address is in a public range, but served by the machine's own host. On Azure it hands out credentials. */
const HOST_SERVICES = new Set(['168.63.129.16']);
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address that is reachable from anywhere on the internet. IPv6 forms that carry an IPv4 address inside (mapped,
 * NAT64, 6to4, Teredo) are never public: what is inside could be anything.
 */
export function isPublicAddress(text: string): boolean {
  // The library also parses short and octal forms; a socket never reports those.
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !HOST_SERVICES.has(address.toString());
  return address.match(GLOBAL_IPV6);
}
