import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { domainError } from '../platform/errors.ts';
import type { KeyScope, RoutePermission } from './key-scope.ts';

/**
 * An ephemeral key has the id of what made it, a session or an API key, so that its usage is reported there.
 * `ephemeralKeyId` is set when an API key made it.
 */
type Credential = { kind: 'key' | 'session' | 'ephemeral'; id: string; ephemeralKeyId?: string };

/** The authenticated caller, as the tenancy group resolves it from a key or a session. */
export type Caller = {
  accountId: string;
  email: string;
  plan: string;
  admin: boolean;
  credential: Credential;
  /** The account of this session signs in with a second factor. */
  hasSecondFactor?: boolean;
  /** Absent: everything that the account may do. */
  scope?: KeyScope;
  /** When an ephemeral key expires. */
  endsAt?: Date;
  /** The only agent that the key may talk to. Absent: every one. */
  agentId?: string;
  /** This was read at authentication, so the request may rely on it but a socket may not. Absent if nobody looked. */
  hasPronunciations?: boolean;
};

/**
 * The secret that a worker sent, and the kinds of jobs that it may take. Null means the shared secret, and every kind.
 */
export type WorkerIdentity = { secretId: string | null; kinds: readonly string[] | null };

/** The credentials a route accepts. */
export type AuthRule =
  | 'public'
  | 'bearer'
  | 'session'
  | 'bearer-or-session'
  | 'bearer-or-signed-url'
  | 'bearer-session-or-signed-url'
  | 'admin'
  | 'worker'
  | 'signature';

/**
 * The rate limit a request counts against. `messages` is for assistants, whose tools also count against the routes that
 * they call; `none` is for health checks and payment webhooks.
 */
export type RateBucket = 'general' | 'generate' | 'messages' | 'public' | 'auth' | 'none';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The account that owns the signed URL of this request; null without one. */
    linkOwner: string | null;
    /** Set on the routes of workers. */
    worker: WorkerIdentity | null;
    /**
     * Throws unless the caller may still do this. A body can take minutes, in which its sender may lose the access that the
     * headers had, so call it once the body has been read. Null: the body came with the headers.
     */
    confirmAccess: (() => Promise<void>) | null;
  }
  interface FastifyContextConfig {
    auth?: AuthRule;
    /** A narrowed API key needs this permission for the route. Every route that takes a key has one. */
    permission?: RoutePermission;
    bucket?: RateBucket;
    /** The route answers through `Idempotency.answerOnce`. For the OpenAPI document. */
    idempotent?: boolean;
  }
}

export const Unauthenticated = domainError(
  'unauthenticated',
  'unauthorized',
  (message: string = 'Unauthorized: Missing or invalid API key.') => message,
);

/** Use it in routes whose auth rule guarantees a caller. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Unauthenticated();
  return request.caller;
}

/** Whom a charge is counted for. */
export function payerOf({ plan, credential: { id, ephemeralKeyId } }: Pick<Caller, 'plan' | 'credential'>) {
  return { plan, credentialId: id, ephemeralKeyId };
}

/** Returns the account whose data may be read, on routes that also accept a signed URL. */
export function ownerOf(request: FastifyRequest): string {
  return request.linkOwner ?? callerOf(request).accountId;
}

/**
 * The key for per-address limits. One customer usually holds a whole IPv6 /64, so it counts as one address. An IPv4
 * address counts the same in its IPv6-mapped form.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  // A proxy may forward anything. Text that is not an address is used as it is.
  if (!ipaddr.isValid(ip)) return ip.slice(0, 64);
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`)}/64`;
}
