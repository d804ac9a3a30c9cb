import { isIP } from 'node:net';
import type { Deadline } from '../deadline.ts';
import type { DomainError } from '../errors.ts';
import { UrlNotAllowed } from './errors.ts';
import { isPublicAddress } from './judge-address.ts';

export type OutboundPolicy = {
  /** `host:port` entries that are allowed wherever they lead; for development and tests. */
  allow: readonly string[];
  requireHttps: boolean;
  /** Replaces the real time in tests. */
  deadline?: Deadline | undefined;
};

const MAX_URL_CHARS = 2_048;
/** Names that no public resolver resolves, or that resolve to the local network. */
const LOCAL_NAMES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
];
const NOT_PUBLIC =
  'The address must be on the public internet; private, local and reserved ones are refused.';

/** Checks everything that can be checked without the network. Throws `UrlNotAllowed`. */
export function judgeUrl(input: string | URL, policy: OutboundPolicy): URL {
  const url = parse(input);
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || policy.requireHttps)) {
    const wanted = policy.requireHttps ? 'https://' : 'http:// or https://';
    throw new UrlNotAllowed(`The address must begin with ${wanted}`);
  }
  if (url.username || url.password) {
    throw new UrlNotAllowed('The address must not contain a user name or a password. Please remove them.');
  }
  if (!isLetThrough(url, policy) && !isPublicHost(hostOf(url))) throw new UrlNotAllowed(NOT_PUBLIC);
  return url;
}

export function isLetThrough(url: URL, policy: OutboundPolicy): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const place = `${url.hostname}:${port}`;
  return policy.allow.some((entry) => entry.toLowerCase() === place);
}

export function refuseAddress(address: string | undefined): DomainError {
  return new UrlNotAllowed(NOT_PUBLIC, `leads to ${address ?? 'an unknown address'}`);
}

function parse(input: string | URL): URL {
  const text = String(input);
  const url = text.length <= MAX_URL_CHARS ? URL.parse(text) : null;
  if (!url) throw new UrlNotAllowed(`This is not an address of at most ${MAX_URL_CHARS} characters.`);
  return url;
}

/** The URL parser has already normalized decimal, octal, hex and short forms of IPv4. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function isPublicHost(host: string): boolean {
  if (isIP(host)) return isPublicAddress(host);
  // A name without a dot is completed from the machine's own search list.
  if (!host.includes('.')) return false;
  return !LOCAL_NAMES.some((name) => host.endsWith(`.${name}`));
}
