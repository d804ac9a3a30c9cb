import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  type AnswerKeeper,
  type Caller,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  type Idempotency,
  receiveUpload,
  type Upload,
} from '../../../http/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import { UPLOAD_LIMITS } from './clone-rules.ts';
import { type CreateCloneDeps, createClone, requireCloning, requirePossible } from './create-clone.ts';
import { clonePath } from './describe-clone.ts';
import { readClone } from './find-clone.ts';
import { kindFrom, readCloneForm } from './read-form.ts';

export type NewCloneDeps = CreateCloneDeps & {
  idempotency: Idempotency;
  outbound: OutboundPolicy;
  uploads: ConcurrencyLimit;
};

export async function answerNewClone(
  deps: NewCloneDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  const caller = callerOf(request);
  // A repeated call gets its answer, whatever the plan and the slots are by now.
  const isNew = !(await deps.idempotency.knows(request));
  if (isNew) await requirePossible(deps.db, caller, 'instant');
  const beforeFile = ({ kind }: Record<string, string>): void => {
    if (isNew) requireCloning(caller.plan, kindFrom(kind));
  };
  const receive = () =>
    receiveUpload(request, { ...UPLOAD_LIMITS, beforeFile }, (upload) => {
      const form = readCloneForm(deps.outbound, upload);
      const create = (keeper: AnswerKeeper | null) => {
        const order = { requestId: request.id, address: request.ip, signal };
        return createAndAnswer(deps, caller, form, { ...order, keeper, sampleCount: upload.files.length });
      };
      return deps.idempotency.answerOnce(request, reply, create, fingerprintOf(upload));
    });
  return deps.uploads.run(caller.accountId, receive);
}

function fingerprintOf({ fields, files }: Upload): string[] {
  return [JSON.stringify(Object.entries(fields).sort()), ...files.map(({ sha256 }) => sha256)];
}

type NewClone = {
  requestId: string;
  address: string;
  signal: AbortSignal;
  keeper: AnswerKeeper | null;
  sampleCount: number;
};

async function createAndAnswer(
  deps: NewCloneDeps,
  caller: Caller,
  form: ReturnType<typeof readCloneForm>,
  { keeper, sampleCount, ...order }: NewClone,
): Promise<Answer> {
  let answer: Answer | undefined;
  const commit = async (tx: Tx, voiceId: string) => {
    const clone = await readClone(tx, caller.accountId, voiceId);
    const poll = clonePath(voiceId);
    const body = { clone, voice_id: voiceId, kind: form.kind, samples_uploaded: sampleCount, poll };
    answer = { status: 201, headers: { location: poll }, body };
    await keeper?.keep(tx, answer);
  };
  await createClone(deps, caller, form, { ...order, commit });
  if (!answer) throw new Error('the clone was not created');
  return answer;
}
