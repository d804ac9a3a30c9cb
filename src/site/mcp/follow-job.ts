import type { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { JobView } from '../../work/jobs/index.ts';
import { type ToolContext, type ToolResult, textResult } from './tool.ts';

/** Clients commonly give up on a call after a minute. */
const DEFAULT_WAIT_SECONDS = 45;
const MIME_TYPES: Record<string, string> = { video: 'video/mp4', inference: 'application/json' };

export const WaitSeconds = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 600,
    default: DEFAULT_WAIT_SECONDS,
    description: 'How long to wait for the result.',
  }),
);

type Options = { waitSeconds: number | undefined /** The call created the job. */; isOwn: boolean };

/**
 * Reports progress until the job has ended or the time is up. A canceled call cancels the job that it created, which
 * releases the charge. A lost connection does not: the job goes on, and get_job finds it.
 */
export async function followJob(
  context: ToolContext,
  created: JobView,
  { waitSeconds = DEFAULT_WAIT_SECONDS, isOwn }: Options,
): Promise<ToolResult> {
  const { api, signal } = context;
  try {
    return describe(isEnded(created) ? created : await waitForEnd(context, created, waitSeconds * 1_000));
  } catch (error) {
    if (signal.aborted && isOwn && context.isCanceled()) await api.delete(created.poll);
    throw error;
  }
}

async function waitForEnd(
  { api, signal, report }: ToolContext,
  job: JobView,
  waitMs: number,
): Promise<JobView> {
  let latest = job;
  if (waitMs === 0) return latest;
  const timeUp = AbortSignal.timeout(waitMs);
  const events = await api.open(job.events, AbortSignal.any([signal, timeUp]), 'text/event-stream');
  try {
    for await (const next of jobsIn(events)) {
      latest = next;
      report(latest.progress, latest.stage);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!timeUp.aborted) throw error;
  }
  return latest;
}

/** Every event carries the job, but the one that tells that the access has ended, which this call is told too. */
async function* jobsIn(events: Readable): AsyncGenerator<JobView> {
  let rest = '';
  for await (const chunk of events.setEncoding('utf8')) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined && !block.startsWith('event: error')) yield JSON.parse(data);
    }
  }
}

function isEnded({ status }: JobView): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}

function describe(job: JobView): ToolResult {
  const result = textResult(isEnded(job) ? job : { ...job, note: 'Not ended yet. Ask get_job.' });
  if (job.status === 'failed') return { ...result, isError: true };
  if (job.output_url === null) return result;
  const mimeType = MIME_TYPES[job.kind] ?? 'application/octet-stream';
  return {
    content: [...result.content, { type: 'resource_link', uri: job.output_url, name: job.kind, mimeType }],
  };
}
