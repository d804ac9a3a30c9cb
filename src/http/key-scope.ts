import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { DomainError } from '../platform/errors.ts';

/** Groups of routes. Each route that takes a key names its own in `config.permission`. */
export const ROUTE_GROUPS = [
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

/** `jobs` is for all routes of the group, `jobs:read` for those that only read. */
export type Permission = RouteGroup | `${RouteGroup}:read`;
export const PERMISSIONS: readonly Permission[] = ROUTE_GROUPS.flatMap((group) => [
  group,
  `${group}:read` as const,
]);

/**
 * What a key for a stranger's browser can never have: these groups are about the account and its money. `agents` shows prompts,
 * the secrets of functions and what other callers said; `talk` is for browsers.
 */
const ACCOUNT_GROUPS: readonly RouteGroup[] = ['billing', 'webhooks', 'marketplace', 'agents'];
export const BROWSER_PERMISSIONS = PERMISSIONS.filter(
  (permission) => !ACCOUNT_GROUPS.includes(groupOf(permission)),
);

/** What an API key is narrowed to. Null: not in this respect. */
export type KeyScope = {
  permissions: readonly string[] | null;
  /** Addresses and CIDRs. */
  allowedAddresses: readonly string[] | null;
};

const READING = new Set(['GET', 'HEAD']);

export class KeyPermissionDenied extends DomainError {
  constructor(missing: string) {
    super({
      kind: 'forbidden',
      code: 'key_permission_denied',
      public: `This API key does not have the permission ${missing}.`,
    });
  }
}

export class KeyAddressDenied extends DomainError {
  constructor(address: string) {
    super({
      kind: 'forbidden',
      code: 'key_address_denied',
      public: `This API key may not be used from ${address}.`,
    });
  }
}

function groupOf(permission: string): RouteGroup {
  return permission.replace(/:read$/, '') as RouteGroup;
}

/** Null grants everything. */
export function grants(permissions: readonly string[] | null, permission: string): boolean {
  return !permissions || permissions.includes(permission) || permissions.includes(groupOf(permission));
}

/** What both lists grant. A group of which the other has only `:read` is reduced to that. */
export function commonPermissions(own: readonly string[], other: readonly string[] | null): string[] {
  return own.flatMap((permission) => {
    const reduced = [permission, `${groupOf(permission)}:read`].find((one) => grants(other, one));
    return reduced ?? [];
  });
}

/** The address comes first: whoever stole the key learns nothing about it. */
export function requireScope(
  request: Pick<FastifyRequest, 'method' | 'ip' | 'routeOptions'>,
  { permissions, allowedAddresses }: KeyScope,
): void {
  const { ip } = request;
  if (allowedAddresses && !isAllowed(ip, allowedAddresses)) throw new KeyAddressDenied(ip.slice(0, 64));
  const { permission: group, socket } = request.routeOptions.config;
  if (!permissions || group === 'any') return;
  // A socket begins with GET, whatever it does.
  const isReading = READING.has(request.method) && !socket;
  // A route that names no group must not be open to a key that was narrowed.
  const missing = group === undefined ? 'for this route' : isReading ? `${group}:read` : group;
  if (group !== undefined && grants(permissions, missing)) return;
  throw new KeyPermissionDenied(missing);
}

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
