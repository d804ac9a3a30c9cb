import ipaddr from 'ipaddr.js';
import type { EnvironmentReader } from './reader.ts';

/** Whose `X-Forwarded-For` to believe: nobody's, that of the nearest so many proxies, or of these addresses. */
export type TrustProxy = false | number | string[];

const MAX_PROXY_HOPS = 16;

export function readTrustProxy(read: EnvironmentReader): TrustProxy {
  const raw = read.text('TRUST_PROXY');
  if (raw === undefined || raw === 'false') return false;
  const remedy =
    'set the number of proxies in front of the service (usually 1), or their addresses and CIDRs separated by commas';
  if (raw === 'true') {
    read.report('TRUST_PROXY', 'lets any client choose its own address when it is "true"', remedy);
    return false;
  }
  if (/^\d+$/.test(raw)) {
    const hops = Number(raw);
    if (hops >= 1 && hops <= MAX_PROXY_HOPS) return hops;
    read.report('TRUST_PROXY', `${raw} is not from 1 to ${MAX_PROXY_HOPS}`, remedy);
    return false;
  }
  const entries = read.list('TRUST_PROXY');
  const wrong = entries.find((entry) => !(ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)));
  if (wrong !== undefined) read.report('TRUST_PROXY', `"${wrong}" is not an address or a CIDR`, remedy);
  return entries;
}

export function readOutboundAllow(read: EnvironmentReader): string[] {
  const entries = read.list('OUTBOUND_ALLOW');
  for (const entry of entries) {
    if (!/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i.test(entry)) {
      read.report(
        'OUTBOUND_ALLOW',
        `"${entry}" is not a host with a port`,
        'use host:port, separated by commas',
      );
    }
  }
  return entries;
}

export function readMcpOrigins(read: EnvironmentReader): string[] {
  const entries = read.list('MCP_ORIGINS');
  const wrong = entries.find((entry) => URL.parse(entry)?.origin !== entry);
  if (wrong !== undefined)
    read.report('MCP_ORIGINS', `"${wrong}" is not an origin`, 'use https://host, separated by commas');
  return entries;
}
