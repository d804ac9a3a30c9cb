import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { callerOf } from '../caller.ts';
import {
  type Answer,
  type AnswerDeps,
  type AnswerKeeper,
  bodyKey,
  keeperFor,
  replay,
  send,
} from './answers.ts';
import { type ClaimDeps, claim, type KeyScope, removeExpired, routeOf, runWithLease } from './claims.ts';
import { InvalidIdempotencyKey } from './errors.ts';
import { deleteKeysOf, isKnownKey, selectStoredBodies } from './queries.ts';

export { type Answer, type AnswerKeeper, SEALED_ANSWERS } from './answers.ts';
export { rememberSentFacts } from './claims.ts';
export { ANSWER_OBJECTS } from './queries.ts';

// A request that is repeated with its Idempotency-Key runs once, and the repetition gets the saved response. The first
// call claims the key under a lease, which it renews while it runs. A repetition meanwhile is refused instead of kept
// waiting; one with other data is refused too. The response is saved in the transaction that commits the work, so a
// crash leaves both or neither. After a failure, or when the lease of a crashed call has expired, a repetition runs the
// work: a call whose claim was taken over cannot commit. This costs a write before the work, and the storage of the
// response for a day.

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
    scope?: KeyScope,
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

type Deps = AnswerDeps & ClaimDeps;

export function createIdempotency(deps: Deps): Idempotency {
  const { db } = deps;
  return {
    answerOnce: (...call) => answerOnce(deps, ...call),
    answerInTransaction: (request, reply, work) =>
      answerOnce(deps, request, reply, (keeper) =>
        db.transaction().execute(async (tx) => {
          const answer = await work(tx);
          await keeper?.keep(tx, answer);
          return answer;
        }),
      ),
    async knows(request) {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string') return false;
      return isKnownKey(db, { accountId: callerOf(request).accountId, route: routeOf(request), key });
    },
    async forgetAccount(accountId) {
      const ids = await selectStoredBodies(db, accountId);
      if (ids.length > 0) await deps.storage.delete(ids.map(bodyKey));
      await deleteKeysOf(db, accountId);
    },
    sweep: () => removeExpired(deps),
  };
}

async function answerOnce(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  run: Run,
  parts: readonly string[] = [],
  scope: KeyScope = 'account',
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return send(reply, await run(null));
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw new InvalidIdempotencyKey();
  const owner = uuidv7();
  const row = await claim(deps, request, { key, owner, parts, scope });
  if (row.owner !== owner) return replay(deps, reply, row);
  const own = { id: row.id, owner };
  return send(reply, await runWithLease(deps, own, () => run(keeperFor(deps, own))));
}
