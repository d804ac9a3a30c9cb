import { createHash, createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { addressOf, callerOf } from '../caller.ts';
import {
  IdempotencyKeyInFlight,
  IdempotencyKeyReused,
  IdempotencyLeaseLost,
  InvalidIdempotencyKey,
} from './errors.ts';
import {
  claimKey,
  deleteKeysBefore,
  deleteKeysOf,
  dropClaim,
  extendLease,
  type KeyRow,
  keepAnswer,
  selectStoredBodies,
} from './queries.ts';
import { createSeal } from './seal.ts';

export type Answer = { status: number; headers?: Record<string, string>; body: Buffer | object };

/** How a use case keeps its answer with the work it is the answer to: both commit, or neither. */
export type Receipt = {
  /** To be called before the transaction: puts a large body where it can wait for the commit. */
  stash(answer: Answer): Promise<void>;
  /** To be called inside the transaction that makes the work final. */
  keep(tx: Tx, answer: Answer): Promise<void>;
};

/** Gets null when the caller sent no key: then there is nothing to keep. */
type Run = (receipt: Receipt | null) => Promise<Answer>;

export type Idempotency = {
  /** Runs `run` and sends its answer; with an Idempotency-Key seen before, sends the kept answer instead. */
  answerOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    run: Run,
    /** What the request says beyond its parsed body, such as the hash of an uploaded file. */
    fingerprintParts?: readonly string[],
    /** `address` for routes without a caller: the key counts for the address that sent it. */
    scope?: Scope,
  ): Promise<FastifyReply>;
  /** Deletes what is kept for an account. Safe to repeat. */
  forgetAccount(accountId: string): Promise<void>;
  /** Forgets keys that are older than a day, with their bodies. */
  sweep(): Promise<number>;
};

type Scope = 'account' | 'address';
type Deps = { db: Db; clock: Clock; storage: Storage; log: Log; secret: string };

const KEPT_MS = 24 * 3_600_000;
const LEASE_MS = 30_000;
const LARGEST_INLINE_BODY_BYTES = 64_000;
const SWEEP_BATCH = 500;

export function createIdempotency(deps: Deps): Idempotency {
  const seal = createSeal(deps.secret);

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
    // Without a caller only the request itself shows whose answer it is, and it may hold a password: hence keyed.
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
    const row = await claimKey(deps.db, {
      ...claimed,
      id: uuidv7(),
      route: `${request.method} ${request.routeOptions.url}`,
      now,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
      oldest: new Date(now.getTime() - KEPT_MS),
    });
    // No row: the first call failed and dropped its claim between our two looks.
    if (!row) throw new IdempotencyKeyInFlight();
    if (!fingerprint.equals(row.fingerprint)) throw new IdempotencyKeyReused();
    if (row.owner !== owner && row.status === null) throw new IdempotencyKeyInFlight();
    return row;
  }

  async function runWithLease(id: string, owner: string, run: Run): Promise<Answer> {
    const renewal = setInterval(() => {
      const leasedUntil = new Date(deps.clock.now().getTime() + LEASE_MS);
      extendLease(deps.db, id, owner, leasedUntil).catch((err) =>
        deps.log.warn({ err }, 'lease not extended'),
      );
    }, LEASE_MS / 3).unref();
    try {
      return await run(receiptFor(id, owner));
    } catch (error) {
      // Nothing became final, so the same key may try again.
      await dropClaim(deps.db, id, owner);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  function receiptFor(id: string, owner: string): Receipt {
    return {
      async stash(answer) {
        const body = bytesOf(answer);
        if (body.length > LARGEST_INLINE_BODY_BYTES) {
          await deps.storage.put(bodyKey(id), body, { contentType: 'application/octet-stream' });
        }
      },
      async keep(tx, answer) {
        const body = bytesOf(answer);
        const inline = body.length <= LARGEST_INLINE_BODY_BYTES;
        const kept = await keepAnswer(tx, id, owner, {
          status: answer.status,
          headers: headersOf(answer),
          sealedBody: inline ? seal.close(body) : null,
          storedBody: !inline,
        });
        if (!kept) throw new IdempotencyLeaseLost();
      },
    };
  }

  async function replay(reply: FastifyReply, row: KeyRow): Promise<FastifyReply> {
    const body = row.sealed_body ? seal.open(row.sealed_body) : await storedBody(row.id);
    reply.header('idempotent-replayed', 'true');
    return reply
      .code(row.status ?? 200)
      .headers(row.headers ?? {})
      .send(body);
  }

  async function storedBody(id: string): Promise<Buffer> {
    const found = await deps.storage.get(bodyKey(id));
    if (!found) throw new Error(`The kept answer ${id} is gone from the object store.`);
    return buffer(found.body);
  }

  async function sweep(): Promise<number> {
    const oldest = new Date(deps.clock.now().getTime() - KEPT_MS);
    const ids = await deleteKeysBefore(deps.db, oldest, SWEEP_BATCH);
    for (const id of ids) await deps.storage.delete(bodyKey(id));
    return ids.length;
  }

  async function forgetAccount(accountId: string): Promise<void> {
    const ids = await selectStoredBodies(deps.db, accountId);
    if (ids.length > 0) await deps.storage.delete(ids.map(bodyKey));
    await deleteKeysOf(deps.db, accountId);
  }

  return { answerOnce, forgetAccount, sweep };
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

/** A UUID in place of an account's. */
function addressScope(request: FastifyRequest): string {
  const hex = createHash('sha256')
    .update(`address ${addressOf(request)}`)
    .digest('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
