import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { domainError } from '../platform/errors.ts';

/** Groups of routes. Each route that takes a key names its own in `config.permission`. */
const ROUTE_GROUPS = [
  'speech',
  'transcription',
  'music',
  'sound_effects',
  'video',
  'dubbing',
  'generate',
  'voices',
  'marketplace',
  'assets',
  'history',
  'runs',
  'agents',
  'talk',
  'realtime',
  'jobs',
  'webhooks',
  'billing',
] as const;
export type RouteGroup = (typeof ROUTE_GROUPS)[number];

/**
 * A route shows something, makes something that is paid for, or changes the account. A key in a stranger's browser may
 * never do the third.
 */
type AccessLevel = 'read' | 'use' | 'manage';

/** A route states its need in `config.permission`. With `any`, a key needs no particular group. */
export type RoutePermission = `${RouteGroup | 'any'}:${AccessLevel}`;

/** `speech` is the whole group. `speech:use` and `speech:manage` are its two halves, and each can read as well. */
export type Permission = RouteGroup | `${RouteGroup}:${AccessLevel}`;
const HALVES = ['use', 'manage', 'read'] as const;
export const PERMISSIONS: readonly Permission[] = ROUTE_GROUPS.flatMap((group) => [
  group,
  ...HALVES.map((level) => `${group}:${level}` as const),
]);

/**
 * A key for a stranger's browser can never have these groups: they are about the account and its money. `agents` shows
 * prompts, the secrets of functions and what other callers said; `talk` is for browsers.
 */
const ACCOUNT_GROUPS: readonly RouteGroup[] = ['billing', 'webhooks', 'marketplace', 'agents'];
export const BROWSER_PERMISSIONS = PERMISSIONS.filter(
  (permission) => !ACCOUNT_GROUPS.includes(groupOf(permission)) && !permission.endsWith(':manage'),
);

/** An API key may be narrowed in each of these respects. Null means that it is not. */
export type KeyScope = {
  permissions: readonly string[] | null;
  /** Addresses and CIDRs. */
  allowedAddresses: readonly string[] | null;
};

export const KeyPermissionDenied = domainError(
  'forbidden',
  'key_permission_denied',
  (missing: string) => `This API key does not have the permission ${missing}.`,
);

/** It has no permission to ask for: another kind of key is needed. */
const BrowserKeyDenied = domainError(
  'forbidden',
  'key_permission_denied',
  (permission: string) =>
    `A key for browsers (ek_…) cannot change the account (${permission}). Call this from your server with an API key (sk_live_…).`,
);

const KeyAddressDenied = domainError(
  'forbidden',
  'key_address_denied',
  (address: string) => `This API key may not be used from ${address}.`,
);

function groupOf(permission: string): RouteGroup {
  return permission.replace(/:.*$/, '') as RouteGroup;
}

function levelsOf(permission: string): readonly AccessLevel[] {
  const level = permission.slice(groupOf(permission).length + 1);
  if (level === '') return ['read', 'use', 'manage'];
  return level === 'read' ? ['read'] : ['read', level as AccessLevel];
}

/** Null grants everything. A group may be granted by its halves. */
export function grants(permissions: readonly string[] | null, permission: string): boolean {
  if (!permissions) return true;
  const own = permissions.filter((one) => groupOf(one) === groupOf(permission)).flatMap(levelsOf);
  return levelsOf(permission).every((level) => own.includes(level));
}

/** Keeps what both lists grant. A group of which the other list has only a part is reduced to that part. */
export function commonPermissions(own: readonly string[], other: readonly string[] | null): string[] {
  return own.flatMap((permission) => {
    const parts = HALVES.map((level) => `${groupOf(permission)}:${level}`);
    const common = [permission, ...parts].find((one) => grants([permission], one) && grants(other, one));
    return common ?? [];
  });
}

/** Limits what a browser asks for. `requireScope` holds keys that were made before the halves existed to this. */
export function usePartOf(permission: string): string {
  return permission.includes(':') ? permission : `${permission}:use`;
}

/** The address comes first: whoever stole the key learns nothing about it. */
export function requireScope(
  request: Pick<FastifyRequest, 'ip' | 'routeOptions'>,
  { scope, credential }: { scope?: KeyScope | undefined; credential: { kind: string } },
): void {
  const { permissions, allowedAddresses } = scope ?? EVERYTHING;
  const { ip } = request;
  if (allowedAddresses && !isAllowed(ip, allowedAddresses)) throw new KeyAddressDenied(ip.slice(0, 64));
  const { permission } = request.routeOptions.config;
  if (credential.kind === 'ephemeral' && permission?.endsWith(':manage'))
    throw new BrowserKeyDenied(permission);
  if (!permissions || permission?.startsWith('any:')) return;
  // A route that names no group must not be open to a key that was narrowed.
  if (permission === undefined) throw new KeyPermissionDenied('for this route');
  if (!grants(permissions, permission)) throw new KeyPermissionDenied(permission);
}

const EVERYTHING: KeyScope = { permissions: null, allowedAddresses: null };

function isAllowed(ip: string, allowed: readonly string[]): boolean {
  // A proxy may forward anything.
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return allowed.some((entry) => {
    const [network, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : wholeAddress(entry);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
