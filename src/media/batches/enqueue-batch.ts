import type { Answer, AnswerKeeper, Caller } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { prefixedId } from '../../platform/ids.ts';
import { createBatch, type JobDeps, pollPath } from '../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../work/webhooks/index.ts';
import {
  checkPayload,
  type MediaDeps,
  type MediaGatherer,
  type PayloadDeps,
  withMedia,
} from '../generate/index.ts';
import { enqueueVideos, type NamedQuote, type VideoQuote } from '../video/index.ts';
import { describeDryRun } from './describe-dry-run.ts';
import { BatchPlanRequired, BatchRefused, BatchTooLarge } from './errors.ts';
import { type QuotedLine, quoteLines, readScripts } from './quote-lines.ts';
import { readLines } from './read-lines.ts';
import type { BatchQueued, BatchRequest } from './schemas.ts';

export type BatchDeps = PayloadDeps & MediaDeps & JobDeps;
type RequestContext = {
  requestId: string;
  signal: AbortSignal;
  keeper: AnswerKeeper | null;
  address: string;
};

/** A batch may fetch this many times the upload size of the plan. */
const FULL_SIZE_FILES = 10;

/**
 * Creates a job for each line in one transaction: all of them or none. Each check runs before the next, dearer one:
 * syntax, then the plan, then the texts, then the files, which may have to be fetched. A real batch stops at the
 * first check that any line fails, and names all lines that fail it. A dry run goes on with the good lines, reports
 * every problem and the price, and removes the files. Reading every line first delays the answer, but no customer
 * pays for half a batch.
 */
export async function enqueueBatch(
  deps: BatchDeps,
  caller: Caller,
  request: BatchRequest,
  { requestId, signal, keeper, address }: RequestContext,
): Promise<Answer> {
  const webhookUrl = checkWebhookUrl(request.webhook_url, deps.outbound);
  const checked = await readLines(request, (payload, sources) =>
    checkPayload(deps, caller, payload, sources),
  );
  if (!request.dry_run) refuseBad(checked.map(({ line, read }) => ({ line, ...read })));
  // Checked first: reading the texts of an oversized batch would be wasted work.
  requireBatchPlan(caller.plan, checked.length);
  const lines = await readScripts(deps, caller, checked);
  if (!request.dry_run) refuseBad(lines.map(({ line, read }) => ({ line, ...read })));
  const use = async (media: MediaGatherer): Promise<Answer> => {
    const quoted = await quoteLines(deps, caller, lines, media, { requestId, signal });
    if (request.dry_run) {
      await media.discard();
      const answer = { status: 200, body: await describeDryRun(deps, caller, quoted) };
      return commitWith(deps, keeper, answer, async () => undefined);
    }
    const accepted = refuseBad(quoted);
    const { accountId } = caller;
    const id = prefixedId('batch');
    const startMs = deps.clock.now().getTime();
    const quotes = accepted.map(({ quote }, position) => childOf(quote, { id, position }, startMs));
    return commitWith(deps, keeper, queuedResponse(id, quotes, accepted), async (tx) => {
      await createBatch(deps, tx, { id, accountId, size: quotes.length, webhookUrl });
      await enqueueVideos(deps, tx, accountId, quotes, { address });
    });
  };
  return withMedia(deps, use, FULL_SIZE_FILES * planOf(caller.plan).uploadBytes);
}

async function commitWith(
  { db }: Pick<BatchDeps, 'db'>,
  keeper: AnswerKeeper | null,
  answer: Answer,
  work: (tx: Tx) => Promise<void>,
): Promise<Answer> {
  await keeper?.stash(answer);
  await db.transaction().execute(async (tx) => {
    await work(tx);
    await keeper?.keep(tx, answer);
  });
  return answer;
}

function requireBatchPlan(planId: string, items: number): void {
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

/** Workers take an account's jobs in id order, and ids sort by millisecond. */
function childOf(quote: VideoQuote, batch: { id: string; position: number }, startMs: number): NamedQuote {
  return { ...quote, job: { ...quote.job, id: prefixedId('job', startMs + batch.position), batch } };
}

function queuedResponse(
  id: string,
  quotes: readonly NamedQuote[],
  lines: readonly Pick<QuotedLine, 'requestId'>[],
): Answer {
  const jobs = quotes.map(({ job }, index) => {
    const requestId = lines[index]?.requestId;
    const queued = { job_id: job.id, status: 'queued' as const, poll: pollPath(job.id) };
    return requestId === undefined ? queued : { ...queued, request_id: requestId };
  });
  const poll = `/api/v1/generate/batch/${id}`;
  const body: BatchQueued = { id, batch_size: jobs.length, poll, jobs };
  return { status: 202, headers: { location: poll }, body };
}
