import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuidv7 } from '../../platform/ids.ts';
import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import { addressOf, callerOf } from '../caller.ts';
import { IdempotencyKeyInFlight, IdempotencyKeyReused } from './errors.ts';
import { type Claim, claimKey, deleteExpiredKeys, dropClaim, extendLease, type KeyRow } from './queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sentFacts: string | null;
  }
}

export type KeyScope = 'account' | 'address';
export type ClaimDeps = ObjectDeps & { secret: string };

const RETENTION_MS = 24 * 3_600_000;
const LEASE_MS = 30_000;
const SWEEP_BATCH = 500;

/** The row is the caller's own if it has its `owner`. Otherwise it has the saved response. */
export async function claim(
  deps: ClaimDeps,
  request: FastifyRequest,
  { key, owner, parts, scope }: { key: string; owner: string; parts: readonly string[]; scope: KeyScope },
): Promise<KeyRow> {
  // Without a caller the body may contain a password, so its stored hash must be keyed.
  const secret = scope === 'address' ? deps.secret : null;
  const fingerprint = fingerprintOf(factsOf(request), parts, secret);
  const sentFingerprint = request.sentFacts ? fingerprintOf(request.sentFacts, parts, secret) : null;
  const now = deps.clock.now();
  const row = await claimFresh(deps, {
    key,
    owner,
    fingerprint,
    sentFingerprint,
    accountId: scope === 'address' ? addressScope(request) : callerOf(request).accountId,
    id: uuidv7(),
    route: routeOf(request),
    now,
    leasedUntil: new Date(now.getTime() + LEASE_MS),
  });
  // No row: the first call has just failed and dropped its claim.
  if (!row) throw new IdempotencyKeyInFlight();
  const isSame =
    fingerprint.equals(row.fingerprint) ||
    (row.sent_fingerprint !== null && sentFingerprint?.equals(row.sent_fingerprint));
  if (!isSame) throw new IdempotencyKeyReused();
  if (row.owner !== owner && row.status === null) throw new IdempotencyKeyInFlight();
  return row;
}

/** Treats an expired key that the sweep has not deleted yet as new. */
async function claimFresh(deps: ClaimDeps, claimed: Claim): Promise<KeyRow | undefined> {
  const oldest = oldestAt(claimed.now);
  const row = await claimKey(deps.db, claimed);
  if (!row || row.created_at >= oldest) return row;
  await removeExpired(deps, row.id);
  return claimKey(deps.db, claimed);
}

/** Renews the claim while the work runs, and gives it up if the work fails. */
export async function runWithLease<Result>(
  { db, clock, log }: ClaimDeps,
  { id, owner }: { id: string; owner: string },
  run: () => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => {
    const leasedUntil = new Date(clock.now().getTime() + LEASE_MS);
    extendLease(db, id, owner, leasedUntil).catch((err) => log.warn({ err }, 'lease not extended'));
  }, LEASE_MS / 3).unref();
  try {
    return await run();
  } catch (error) {
    // Nothing was committed, so the same key may be used again.
    await dropClaim(db, id, owner);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Removes one batch of expired keys with their bodies, or the one with this id, and returns how many they were. */
export async function removeExpired(deps: ClaimDeps, id: string | null = null): Promise<number> {
  const now = deps.clock.now();
  const keys = await deleteExpiredKeys(deps.db, { oldest: oldestAt(now), id, now, limit: SWEEP_BATCH });
  await deleteMarkedObjects(
    deps,
    keys.flatMap(({ body_key }) => body_key ?? []),
  );
  return keys.length;
}

const oldestAt = (now: Date): Date => new Date(now.getTime() - RETENTION_MS);

export function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}

/** Validation adds defaults, and other versions have others. So requests with a key are also known as they were sent. */
export function rememberSentFacts(app: FastifyInstance): void {
  app.decorateRequest('sentFacts', null);
  app.addHook('preValidation', async (request) => {
    // The fields of an upload are read later.
    const isWhole = request.headers['idempotency-key'] !== undefined && request.body !== undefined;
    if (isWhole) request.sentFacts = factsOf(request);
  });
}

/** A list in JSON, which `fingerprintOf` makes longer. */
function factsOf({ params, query, body }: FastifyRequest): string {
  return JSON.stringify([params, query, body ?? null]);
}

function fingerprintOf(facts: string, parts: readonly string[], secret: string | null): Buffer {
  const hash = secret === null ? createHash('sha256') : createHmac('sha256', `fingerprint ${secret}`);
  const more = parts.map((part) => `,${JSON.stringify(part)}`).join('');
  return hash.update(`${facts.slice(0, -1)}${more}]`).digest();
}

/** A UUID derived from the address, stored in place of an account id. */
function addressScope(request: FastifyRequest): string {
  const hex = createHash('sha256')
    .update(`address ${addressOf(request)}`)
    .digest('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
