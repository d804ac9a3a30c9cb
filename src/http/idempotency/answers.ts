import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { Tx } from '../../platform/database/index.ts';
import type { Seal, SealedColumn, Sealing } from '../../platform/sealing/index.ts';
import { adoptObject, type ObjectDeps, putTracked } from '../../platform/storage/index.ts';
import { IdempotencyLeaseLost } from './errors.ts';
import { type KeyRow, keepAnswer } from './queries.ts';

export type Answer = { status: number; headers?: Record<string, string>; body: Buffer | object };

/** Saves the response in the transaction of its work: both commit, or neither. */
export type AnswerKeeper = {
  /** Call before the transaction: writes a large body to the object store. */
  stash(answer: Answer): Promise<void>;
  /** Call inside the transaction that commits the work. */
  keep(tx: Tx, answer: Answer): Promise<void>;
};

export type AnswerDeps = ObjectDeps & { sealing: Sealing };

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

const MAX_INLINE_BODY_BYTES = 64_000;

export function keeperFor(deps: AnswerDeps, { id, owner }: { id: string; owner: string }): AnswerKeeper {
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

/** Sends a saved response. */
export async function replay(deps: AnswerDeps, reply: FastifyReply, row: KeyRow): Promise<FastifyReply> {
  const body = row.sealed_body
    ? deps.sealing.open(sealOf(row.id), row.sealed_body)
    : await storedBody(deps, row.id);
  reply.header('idempotent-replayed', 'true');
  return reply
    .code(row.status ?? 200)
    .headers(row.headers ?? {})
    .send(body);
}

async function storedBody({ storage }: AnswerDeps, id: string): Promise<Buffer> {
  const found = await storage.get(bodyKey(id));
  if (!found) throw new Error(`the stored answer ${id} is missing`);
  return buffer(found.body);
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).headers(headersOf(answer)).send(bytesOf(answer));
}

function headersOf(answer: Answer): Record<string, string> {
  const type = Buffer.isBuffer(answer.body) ? 'application/octet-stream' : 'application/json; charset=utf-8';
  return { 'content-type': type, ...answer.headers };
}

function bytesOf(answer: Answer): Buffer {
  return Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body));
}

export function bodyKey(id: string): string {
  return `idempotency/${id}`;
}
