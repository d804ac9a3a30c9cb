import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Headers that proxies and tunnels add. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
];

type Call = { headers: IncomingHttpHeaders; raw: { socket: { remoteAddress?: string | undefined } } };

/**
 * Whether somebody at this machine makes the call. The peer is the one of the connection, never a forwarded address, and
 * nothing may suggest a proxy, whose visitors may be anywhere. A page of another site reaches us under its own name
 * (DNS rebinding) or with its own origin, so both must be loopback names as well.
 */
export function isLocalCall({ headers, raw }: Call): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const { host, origin } = headers;
  return (
    isLoopbackHost(raw.socket.remoteAddress ?? '') &&
    isLoopbackUrl(`http://${host}`) &&
    (origin === undefined || isLoopbackUrl(origin))
  );
}

export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost') return true;
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback';
}
