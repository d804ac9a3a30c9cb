import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { domainError } from '../../platform/errors.ts';

const MAPPED_BITS = 96;

export const InvalidAddress = domainError('invalid', 'invalid_address', (index: number) => {
  const message = 'is not an IPv4 or IPv6 address or CIDR';
  return {
    public: `allowed_addresses[${index}] ${message}.`,
    detail: [{ path: `body.allowed_addresses.${index}`, message }],
  };
});

/** One spelling for each network: no host bits, IPv4 instead of its form in IPv6, no duplicates. */
export function parseAddressList(entries: readonly string[]): string[] {
  return [...new Set(entries.map((entry, index) => parseEntry(entry.trim(), index)))];
}

function parseEntry(entry: string, index: number): string {
  const [text = '', prefix, ...rest] = entry.split('/');
  // Stricter than ipaddr.js, which takes 127.1 and zones.
  if (isIP(text) === 0 || text.includes('%') || rest.length > 0) throw new InvalidAddress(index);
  const written = ipaddr.parse(text);
  const address = ipaddr.process(text);
  const writtenBits = prefix === undefined ? sizeOf(written) : Number(prefix);
  const mapped = written.kind() !== address.kind();
  const bits = mapped ? writtenBits - MAPPED_BITS : writtenBits;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) throw new InvalidAddress(index);
  if (bits < 0 || bits > sizeOf(address)) throw new InvalidAddress(index);
  if (bits === sizeOf(address)) return address.toString();
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

function sizeOf(address: ipaddr.IPv4 | ipaddr.IPv6): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}
