import type { Answer, Caller, Receipt } from '../../http/index.ts';
import { requireAffordable } from '../../money/ledger/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { prefixedId } from '../../platform/ids.ts';
import { createBatch, type JobDeps, pollPath } from '../../work/jobs/index.ts';
import { type FilmDeps, type GatherDeps, webhookOf, withArrivals } from '../generate/index.ts';
import { takeVideoJobs, type VideoOrder } from '../video/index.ts';
import { BatchPlanRequired, BatchRefused, BatchTooLarge } from './errors.ts';
import { type Judged, judgeLines } from './judge-lines.ts';
import { readLines } from './read-lines.ts';
import { creditsOf, describeRehearsal } from './rehearse-batch.ts';
import type { BatchQueued, BatchRequest } from './schemas.ts';

export type BatchDeps = FilmDeps & GatherDeps & JobDeps;
type Delivery = { requestId: string; signal: AbortSignal; receipt: Receipt | null };

/** All lines become jobs in one transaction, or none does. */
export async function enqueueBatch(
  deps: BatchDeps,
  caller: Caller,
  request: BatchRequest,
  { requestId, signal, receipt }: Delivery,
): Promise<Answer> {
  const lines = readLines(request);
  const webhookUrl = webhookOf(request, deps.outbound);
  if (!request.dry_run) refuseBad(lines.map(({ line, read }) => ({ line, ...read })));
  requireRoom(caller.plan, lines.length);
  return withArrivals(deps, async (arrivals) => {
    const judged = await judgeLines(deps, caller, lines, arrivals, { requestId, signal });
    if (request.dry_run) {
      await arrivals.discard();
      return { status: 200, body: await describeRehearsal(deps, caller, judged) };
    }
    const accepted = refuseBad(judged);
    const { accountId, plan } = caller;
    await requireAffordable(deps, {
      accountId,
      plan,
      credits: creditsOf(accepted.map(({ order }) => order)),
    });
    const batchId = prefixedId('batch');
    const orders = accepted.map(({ order }, position) => childOf(order, { id: batchId, position }));
    const answer = queuedAnswer(batchId, orders, accepted);
    await receipt?.stash(answer);
    return deps.db.transaction().execute(async (tx) => {
      const batch = { id: batchId, accountId, size: orders.length, webhookUrl };
      await createBatch({ tx, clock: deps.clock }, batch);
      await takeVideoJobs(deps, tx, orders);
      await receipt?.keep(tx, answer);
      return answer;
    });
  });
}

function requireRoom(planId: string, items: number): void {
  const { batchItems, displayName } = planOf(planId);
  if (batchItems === 0) throw new BatchPlanRequired(displayName);
  if (items > batchItems) throw new BatchTooLarge(items, batchItems);
}

type Bad = { problem: DomainError };

function refuseBad<Item extends { line: number }>(lines: readonly Item[]): Exclude<Item, Bad>[] {
  const bad = lines.filter((line): line is Item & Bad => 'problem' in line);
  if (bad.length > 0) throw new BatchRefused(bad);
  return lines as Exclude<Item, Bad>[];
}

type Child = VideoOrder & { job: { id: string } };

function childOf(order: VideoOrder, batch: { id: string; position: number }): Child {
  return { ...order, job: { ...order.job, id: prefixedId('job'), batch } };
}

function queuedAnswer(
  id: string,
  orders: readonly Child[],
  lines: readonly Pick<Judged, 'requestId'>[],
): Answer {
  const jobs = orders.map(({ job }, index) => {
    const requestId = lines[index]?.requestId;
    const queued = { job_id: job.id, status: 'queued' as const, poll: pollPath(job.id) };
    return requestId === undefined ? queued : { ...queued, request_id: requestId };
  });
  const poll = `/api/v1/generate/batch/${id}`;
  const body: BatchQueued = { id, batch_size: jobs.length, poll, jobs };
  return { status: 202, headers: { location: poll }, body };
}
