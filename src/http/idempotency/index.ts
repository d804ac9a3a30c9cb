import { createHash, createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Seal, SealedColumn, Sealing } from '../../platform/sealing/index.ts';
import {
  adoptObject,
  deleteMarkedObjects,
  type ObjectDeps,
  putTracked,
} from '../../platform/storage/index.ts';
import { addressOf, callerOf } from '../caller.ts';
import {
  IdempotencyKeyInFlight,
  IdempotencyKeyReused,
  IdempotencyLeaseLost,
  InvalidIdempotencyKey,
} from './errors.ts';
import {
  type Claim,
  claimKey,
  deleteExpiredKeys,
  deleteKeysOf,
  dropClaim,
  extendLease,
  isKnownKey,
  type KeyRow,
  keepAnswer,
  selectStoredBodies,
} from './queries.ts';

// A request that is repeated with its Idempotency-Key runs once, and the repetition gets the saved response. The first
// call claims the key under a lease, which it renews while it runs. A repetition meanwhile is refused instead of kept
// waiting; one with other data is refused too. The response is saved in the transaction that commits the work, so a
// crash leaves both or neither. After a failure, or when the lease of a crashed call has expired, a repetition runs the
// work: a call whose claim was taken over cannot commit. This costs a write before the work, and the storage of the
// response for a day.

export type Answer = { status: number; headers?: Record<string, string>; body: Buffer | object };

/** Saves the response in the transaction of its work: both commit, or neither. */
export type AnswerKeeper = {
  /** Call before the transaction: writes a large body to the object store. */
  stash(answer: Answer): Promise<void>;
  /** Call inside the transaction that commits the work. */
  keep(tx: Tx, answer: Answer): Promise<void>;
};

/** `keeper` is null when the client sent no key. */
type Run = (keeper: AnswerKeeper | null) => Promise<Answer>;

export type Idempotency = {
  /** Calls `run` and sends its response. For a known Idempotency-Key, sends the saved response instead. */
  answerOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    run: Run,
    /** Request data outside the parsed body, such as the hash of an uploaded file. */
    fingerprintParts?: readonly string[],
    /** `address` is for routes without a caller: keys are then scoped to the client address. */
    scope?: Scope,
  ): Promise<FastifyReply>;
  /** The same for work that is one transaction: the saved response commits with it. */
  answerInTransaction(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Tx) => Promise<Answer>,
  ): Promise<FastifyReply>;
  /** Whether the account has used the key of this request on this route, so that a saved response may have to be sent. */
  knows(request: FastifyRequest): Promise<boolean>;
  /** Deletes the keys and saved responses of an account. Safe to repeat. */
  forgetAccount(accountId: string): Promise<void>;
  /** Deletes one batch of keys older than a day with their bodies, and returns its size. */
  sweep(): Promise<number>;
};

type Scope = 'account' | 'address';
type Deps = ObjectDeps & { sealing: Sealing; secret: string };

const sealOf = (id: string): Seal => ({ purpose: 'idempotent-answer', owner: id });

/** Saved responses may contain a new API key, which must never be stored in plain text. */
export const SEALED_ANSWERS: SealedColumn = {
  table: 'idempotency_keys',
  column: 'sealed_body',
  key: 'id',
  keyType: 'uuid',
  owner: 'id',
  purpose: 'idempotent-answer',
};

const RETENTION_MS = 24 * 3_600_000;
const LEASE_MS = 30_000;
const MAX_INLINE_BODY_BYTES = 64_000;
const SWEEP_BATCH = 500;

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}

export function createIdempotency(deps: Deps): Idempotency {
  async function answerOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    run: Run,
    fingerprintParts: readonly string[] = [],
    scope: Scope = 'account',
  ) {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return send(reply, await run(null));
    if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw new InvalidIdempotencyKey();
    const owner = uuidv7();
    // Without a caller the body may contain a password, so its stored hash must be keyed.
    const secret = scope === 'address' ? deps.secret : null;
    const fingerprint = fingerprintOf(request, fingerprintParts, secret);
    const accountId = scope === 'address' ? addressScope(request) : callerOf(request).accountId;
    const row = await claim(request, { key, owner, fingerprint, accountId });
    if (row.owner !== owner) return replay(reply, row);
    return send(reply, await runWithLease(row.id, owner, run));
  }

  async function claim(
    request: FastifyRequest,
    claimed: { key: string; owner: string; fingerprint: Buffer; accountId: string },
  ): Promise<KeyRow> {
    const { owner, fingerprint } = claimed;
    const now = deps.clock.now();
    const row = await claimFresh({
      ...claimed,
      id: uuidv7(),
      route: routeOf(request),
      now,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
    });
    // No row: the first call has just failed and dropped its claim.
    if (!row) throw new IdempotencyKeyInFlight();
    if (!fingerprint.equals(row.fingerprint)) throw new IdempotencyKeyReused();
    if (row.owner !== owner && row.status === null) throw new IdempotencyKeyInFlight();
    return row;
  }

  /** Treats an expired key that the sweep has not deleted yet as new. */
  async function claimFresh(claimed: Claim): Promise<KeyRow | undefined> {
    const oldest = new Date(claimed.now.getTime() - RETENTION_MS);
    const row = await claimKey(deps.db, claimed);
    if (!row || row.created_at >= oldest) return row;
    await removeExpired(oldest, row.id);
    return claimKey(deps.db, claimed);
  }

  async function runWithLease(id: string, owner: string, run: Run): Promise<Answer> {
    const renewal = setInterval(() => {
      const leasedUntil = new Date(deps.clock.now().getTime() + LEASE_MS);
      extendLease(deps.db, id, owner, leasedUntil).catch((err) =>
        deps.log.warn({ err }, 'lease not extended'),
      );
    }, LEASE_MS / 3).unref();
    try {
      return await run(keeperFor(id, owner));
    } catch (error) {
      // Nothing was committed, so the same key may be used again.
      await dropClaim(deps.db, id, owner);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  function keeperFor(id: string, owner: string): AnswerKeeper {
    return {
      async stash(answer) {
        const body = bytesOf(answer);
        if (body.length > MAX_INLINE_BODY_BYTES) {
          await putTracked(deps, bodyKey(id), body, { contentType: 'application/octet-stream' });
        }
      },
      async keep(tx, answer) {
        const body = bytesOf(answer);
        const inline = body.length <= MAX_INLINE_BODY_BYTES;
        const kept = await keepAnswer(tx, id, owner, {
          status: answer.status,
          headers: headersOf(answer),
          sealedBody: inline ? deps.sealing.seal(sealOf(id), body) : null,
          storedBody: !inline,
        });
        if (!kept) throw new IdempotencyLeaseLost();
        if (!inline) await adoptObject(tx, bodyKey(id));
      },
    };
  }

  async function replay(reply: FastifyReply, row: KeyRow): Promise<FastifyReply> {
    const body = row.sealed_body
      ? deps.sealing.open(sealOf(row.id), row.sealed_body)
      : await storedBody(row.id);
    reply.header('idempotent-replayed', 'true');
    return reply
      .code(row.status ?? 200)
      .headers(row.headers ?? {})
      .send(body);
  }

  async function storedBody(id: string): Promise<Buffer> {
    const found = await deps.storage.get(bodyKey(id));
    if (!found) throw new Error(`the stored answer ${id} is missing`);
    return buffer(found.body);
  }

  async function removeExpired(oldest: Date, id: string | null = null): Promise<number> {
    const options = { oldest, id, now: deps.clock.now(), limit: SWEEP_BATCH };
    const keys = await deleteExpiredKeys(deps.db, options);
    await deleteMarkedObjects(
      deps,
      keys.flatMap(({ body_key }) => body_key ?? []),
    );
    return keys.length;
  }

  async function knows(request: FastifyRequest): Promise<boolean> {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return false;
    return isKnownKey(deps.db, { accountId: callerOf(request).accountId, route: routeOf(request), key });
  }

  async function forgetAccount(accountId: string): Promise<void> {
    const ids = await selectStoredBodies(deps.db, accountId);
    if (ids.length > 0) await deps.storage.delete(ids.map(bodyKey));
    await deleteKeysOf(deps.db, accountId);
  }

  return {
    answerOnce,
    answerInTransaction: (request, reply, work) =>
      answerOnce(request, reply, (keeper) =>
        deps.db.transaction().execute(async (tx) => {
          const answer = await work(tx);
          await keeper?.keep(tx, answer);
          return answer;
        }),
      ),
    knows,
    forgetAccount,
    sweep: () => removeExpired(new Date(deps.clock.now().getTime() - RETENTION_MS)),
  };
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).headers(headersOf(answer)).send(bytesOf(answer));
}

function headersOf(answer: Answer): Record<string, string> {
  const type = Buffer.isBuffer(answer.body) ? 'application/octet-stream' : 'application/json; charset=utf-8';
  return { 'content-type': type, ...answer.headers };
}

function bytesOf(answer: Answer): Buffer {
  return Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body));
}

function bodyKey(id: string): string {
  return `idempotency/${id}`;
}

function fingerprintOf(request: FastifyRequest, parts: readonly string[], secret: string | null): Buffer {
  const facts = JSON.stringify([request.params, request.query, request.body ?? null, ...parts]);
  const hash = secret === null ? createHash('sha256') : createHmac('sha256', `fingerprint ${secret}`);
  return hash.update(facts).digest();
}

/** A UUID derived from the address, stored in place of an account id. */
function addressScope(request: FastifyRequest): string {
  const hex = createHash('sha256')
    .update(`address ${addressOf(request)}`)
    .digest('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
