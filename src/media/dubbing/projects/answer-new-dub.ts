import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  type AnswerKeeper,
  addressOf,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  type Idempotency,
  receiveUpload,
} from '../../../http/index.ts';
import { requireRoomForFilm } from '../../../library/assets/index.ts';
import { planOf } from '../../../money/plans/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { describeJob, type JobDeps, readJob } from '../../../work/jobs/index.ts';
import { type CreateDubDeps, createDub } from './create-dub.ts';
import type { DubRow } from './dub.ts';
import { readForm } from './read-form.ts';

export type NewDubDeps = CreateDubDeps & { idempotency: Idempotency; uploads: ConcurrencyLimit };

export async function answerNewDub(
  deps: NewDubDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  const caller = callerOf(request);
  // A repeated call gets its answer, however full the library is by now.
  const isNew = !(await deps.idempotency.knows(request));
  const beforeFile = async (): Promise<void> => {
    if (isNew) await requireRoomForFilm(deps.db, caller.accountId, 1);
  };
  const limits = { maxFileBytes: planOf(caller.plan).uploadBytes, maxFiles: 1, beforeFile };
  const receive = () =>
    receiveUpload(request, limits, ({ files: [file], fields }) => {
      const run = async (keeper: AnswerKeeper | null): Promise<Answer> => {
        const form = readForm(fields);
        let answer: Answer | undefined;
        const commit = async (tx: Tx, dub: DubRow) => {
          answer = await answerFor(deps, tx, dub);
          await keeper?.keep(tx, answer);
        };
        const order = { requestId: request.id, address: addressOf(request), signal, commit };
        await createDub(deps, caller, form, file, order);
        if (!answer) throw new Error('the dub was not created');
        return answer;
      };
      const fingerprint = [file?.sha256 ?? '', JSON.stringify(Object.entries(fields).sort())];
      return deps.idempotency.answerOnce(request, reply, run, fingerprint);
    });
  return deps.uploads.run(caller.accountId, receive);
}

/** 202 with the job of a dub. */
export async function answerFor(
  deps: JobDeps,
  tx: Tx,
  { id, account_id: accountId, job_id: jobId }: Pick<DubRow, 'id' | 'account_id' | 'job_id'>,
): Promise<Answer> {
  const job = describeJob(deps, await readJob(tx, accountId, jobId));
  return { status: 202, headers: { location: job.poll }, body: { ...job, dub_id: id } };
}
