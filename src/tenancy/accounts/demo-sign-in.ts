import type { FastifyRequest } from 'fastify';
import { isLocalCall } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { ownerIn, recordAuditEvent } from '../audit-log/index.ts';
import { type Client, openSession } from '../sessions/index.ts';
import { DemoUnavailable } from './errors.ts';
import { type Account, findAccountByEmail } from './queries.ts';

export type DemoDeps = {
  db: Db;
  clock: Clock;
  sessionSecret: string;
  /** The address of the demo account; null where nobody may sign in to it without a password. */
  demoEmail: string | null;
};

/** Asks for no proof, so it is only for whoever sits at the machine. */
export async function signInToDemo(
  deps: DemoDeps,
  request: FastifyRequest,
  client: Client,
): Promise<{ account: Account; cookie: string }> {
  const account = await findDemoAccount(deps, request);
  if (!account) throw new DemoUnavailable();
  const { cookie } = await deps.db.transaction().execute(async (tx) => {
    const session = await openSession({ ...deps, db: tx }, account.id, client);
    const by = ownerIn({ accountId: account.id, sessionId: session.id }, client);
    const signedIn = { accountId: account.id, event: 'sign_in.succeeded', subject: session.id } as const;
    await recordAuditEvent({ ...deps, tx }, { ...signedIn, by, after: { demo: true } });
    return session;
  });
  return { account, cookie };
}

/** Null: not for this caller. */
export async function findDemoAccount(
  { db, demoEmail }: Pick<DemoDeps, 'db' | 'demoEmail'>,
  request: FastifyRequest,
): Promise<Account | null> {
  if (demoEmail === null || !isLocalCall(request)) return null;
  return findAccountByEmail(db, demoEmail);
}
