import type { FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';

/** Who is asking. `http` knows only this shape; tenancy fills it in. */
export type Caller = {
  accountId: string;
  email: string;
  plan: string;
  admin: boolean;
  credential: { kind: 'key' | 'session'; id: string };
};

/** What a route accepts as proof of who is asking. */
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

/** Which allowance a request draws on; `none` is for probes and for payment providers. */
export type RateBucket = 'general' | 'generate' | 'public' | 'auth' | 'none';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The account whose signed URL this is; null for every other request. */
    linkOwner: string | null;
  }
  interface FastifyContextConfig {
    auth?: AuthRule;
    bucket?: RateBucket;
  }
}

export class Unauthenticated extends DomainError {
  constructor(message = 'Unauthorized: Missing or invalid API key.', code = 'unauthorized') {
    super({ kind: 'unauthenticated', code, public: message });
  }
}

/** For handlers of routes whose auth rule guarantees a caller. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Unauthenticated();
  return request.caller;
}

/** For handlers of routes that a signed URL opens too: whose things they may touch. */
export function ownerOf(request: FastifyRequest): string {
  return request.linkOwner ?? callerOf(request).accountId;
}
