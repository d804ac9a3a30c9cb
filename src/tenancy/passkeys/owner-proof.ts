import type { Static } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { addressOf, callerOf } from '../../http/index.ts';
import { type Actor, actorOf } from '../audit-log/index.ts';
import type { OwnerProof } from './schemas.ts';

export type ProofDeps = {
  /** Throws unless password and code are right. The slice of accounts has it, which imports this one. */
  requireOwner: (proof: {
    accountId: string;
    password: string | undefined;
    totp: string | undefined;
    address: string;
    by: Actor;
  }) => Promise<unknown>;
};

/** An open session alone may neither add nor remove a passkey. */
export function requireProof(
  { requireOwner }: ProofDeps,
  request: FastifyRequest,
  { password, totp }: Static<typeof OwnerProof>,
): Promise<unknown> {
  const { accountId } = callerOf(request);
  return requireOwner({ accountId, password, totp, address: addressOf(request), by: actorOf(request) });
}
