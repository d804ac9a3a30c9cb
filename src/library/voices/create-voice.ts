import type { Caller } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { createJob, type JobDeps, type JobInput } from '../../work/jobs/index.ts';
import type { NewVoice } from './custom-voice.ts';
import { SlotLimit } from './errors.ts';
import { countSlots, insertVoice, lockSlots } from './queries.ts';

export type VoiceOrder = Omit<NewVoice, 'accountId' | 'jobId' | 'createdAt'> & {
  job: {
    kind: 'clone' | 'design' | 'remix';
    request: object;
    inputs: readonly JobInput[];
    /** Capabilities that a worker must have. */
    needs: readonly string[];
  };
  requestId: string;
};

/** Takes a slot and enqueues the job that makes the voice, or throws a 402. The lock lets one of two callers have the last slot. */
export async function createVoice(
  deps: JobDeps,
  tx: Tx,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
  { job, requestId, ...voice }: VoiceOrder,
): Promise<{ jobId: string }> {
  await lockSlots(tx, accountId);
  const { voiceSlots } = planOf(plan);
  if ((await countSlots(tx, accountId)) >= voiceSlots) throw new SlotLimit(voiceSlots);
  const { jobId } = await createJob(deps, tx, { ...job, accountId, charges: [], requestId });
  await insertVoice(tx, { ...voice, accountId, jobId, createdAt: deps.clock.now() });
  return { jobId };
}
