import type { Answer, Caller, Receipt } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { prefixedId } from '../../platform/ids.ts';
import { createBatch, type JobDeps, pollPath } from '../../work/jobs/index.ts';
import {
  checkPayload,
  type MediaDeps,
  type MediaGatherer,
  type PayloadDeps,
  withMedia,
} from '../generate/index.ts';
import { checkWebhookUrl, enqueueVideos, type NamedQuote, type VideoQuote } from '../video/index.ts';
import { BatchPlanRequired, BatchRefused, BatchTooLarge } from './errors.ts';
import { type Judged, judgeLines } from './judge-lines.ts';
import { readLines } from './read-lines.ts';
import { describeRehearsal } from './rehearse-batch.ts';
import type { BatchQueued, BatchRequest } from './schemas.ts';

export type BatchDeps = PayloadDeps & MediaDeps & JobDeps;
type Delivery = { requestId: string; signal: AbortSignal; receipt: Receipt | null };

/** A batch may fetch as much as so many files of the plan's largest size. */
const FULL_SIZE_FILES = 10;

/** All lines become jobs in one transaction, or none does. */
export async function enqueueBatch(
  deps: BatchDeps,
  caller: Caller,
  request: BatchRequest,
  { requestId, signal, receipt }: Delivery,
): Promise<Answer> {
  const webhookUrl = checkWebhookUrl(request.webhook_url, deps.outbound);
  const lines = readLines(request, (payload, sources) => checkPayload(deps, caller, payload, sources));
  if (!request.dry_run) refuseBad(lines.map(({ line, read }) => ({ line, ...read })));
  requireRoom(caller.plan, lines.length);
  const use = async (media: MediaGatherer): Promise<Answer> => {
    const judged = await judgeLines(deps, caller, lines, media, { requestId, signal });
    if (request.dry_run) {
      await media.discard();
      const answer = { status: 200, body: await describeRehearsal(deps, caller, judged) };
      return keepWith(deps, receipt, answer, async () => undefined);
    }
    const accepted = refuseBad(judged);
    const { accountId } = caller;
    const id = prefixedId('batch');
    const startMs = deps.clock.now().getTime();
    const orders = accepted.map(({ order }, position) => childOf(order, { id, position }, startMs));
    return keepWith(deps, receipt, queuedAnswer(id, orders, accepted), async (tx) => {
      await createBatch(deps, tx, { id, accountId, size: orders.length, webhookUrl });
      await enqueueVideos(deps, tx, accountId, orders);
    });
  };
  return withMedia(deps, use, FULL_SIZE_FILES * planOf(caller.plan).uploadBytes);
}

async function keepWith(
  { db }: Pick<BatchDeps, 'db'>,
  receipt: Receipt | null,
  answer: Answer,
  work: (tx: Tx) => Promise<void>,
): Promise<Answer> {
  await receipt?.stash(answer);
  await db.transaction().execute(async (tx) => {
    await work(tx);
    await receipt?.keep(tx, answer);
  });
  return answer;
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

/** Jobs of a tenant are taken in the order of their ids, which grow with the millisecond. */
function childOf(order: VideoQuote, batch: { id: string; position: number }, startMs: number): NamedQuote {
  return { ...order, job: { ...order.job, id: prefixedId('job', startMs + batch.position), batch } };
}

function queuedAnswer(
  id: string,
  orders: readonly NamedQuote[],
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
