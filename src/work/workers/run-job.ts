import { AsyncLocalStorage } from 'node:async_hooks';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { withScratchFolder } from '../../platform/scratch.ts';
import { runSpan, type Span, traced } from '../../platform/tracing/index.ts';
import { type Failure, type Lease, type LeasedJob, LeaseLost, type Measured } from '../jobs/index.ts';
import { createReporter } from './reporter.ts';
import type { JobRunner } from './runner.ts';
import type { JobSource } from './source.ts';

type Deps = {
  source: JobSource;
  workDir: string;
  log: Log;
  /** Aborts when the node shuts down and the job must return to the queue. */
  abandon: AbortSignal;
  /** Of this attempt, if it is traced. */
  span?: Span | undefined;
};

const leases = new AsyncLocalStorage<Lease>();

/** The lease of the job that is being run. An engine that fetches something for it has no other way to know. */
export function currentLease(): Lease {
  const lease = leases.getStore();
  if (!lease) throw new Error('no job is being run');
  return lease;
}

/** Runs one attempt: fetch, run, upload, complete. Reports a failure instead of throwing it. */
export async function runJob(deps: Deps, runner: JobRunner, job: LeasedJob): Promise<void> {
  const { source, log } = deps;
  const reporter = createReporter(source, job, log);
  const signal = AbortSignal.any([reporter.lost, deps.abandon]);
  try {
    const inFolder = (folder: string) => attempt(deps, runner, job, { folder, signal, reporter });
    const inScratch = () => withScratchFolder(inFolder, deps.workDir);
    await leases.run(job, () => runSpan(deps.span, inScratch));
    log.info('job completed');
  } catch (error) {
    if (reporter.lost.aborted || error instanceof LeaseLost) log.info('job was taken away');
    else if (deps.abandon.aborted) await source.giveBack(job);
    else await fail(deps, job, error);
  } finally {
    reporter.stop();
  }
}

type Attempt = { folder: string; signal: AbortSignal; reporter: ReturnType<typeof createReporter> };

async function attempt(
  { source, log }: Deps,
  runner: JobRunner,
  job: LeasedJob,
  { folder, signal, reporter }: Attempt,
): Promise<void> {
  const fetched = (file: string, open: () => Promise<Readable>): Promise<string> => {
    reporter.report({ stage: 'fetching' });
    const path = join(folder, file);
    return traced('job.fetch', async () => {
      await pipeline(await open(), createWriteStream(path, { flags: 'wx' }), { signal });
      return path;
    });
  };
  const inputs = new Map<string, string>();
  for (const { name } of job.inputs)
    inputs.set(name, await fetched(`input-${inputs.size}`, () => source.openInput(job, name)));
  const checkpointFile = job.hasCheckpointFile
    ? await fetched('checkpoint', () => source.openCheckpointFile(job))
    : null;
  const { jobId, request, checkpoint, attempt: count } = job;
  const progress = reporter.report;
  const reserve = (measured: Measured) => source.reserve(job, measured);
  let saved = 0;
  const saveCheckpoint = async (data: object, path?: string) => {
    if (path === undefined) return source.saveCheckpoint(job, { data });
    saved += 1;
    const file = `file_${saved}`;
    await source.putCheckpointFile(job, { name: file, path }, signal);
    return source.saveCheckpoint(job, { data, file });
  };
  const asked = { jobId, request, attempt: count, folder, inputs, checkpoint, checkpointFile };
  const assignment = { ...asked, reserve, saveCheckpoint, signal, log, progress };
  const made = await traced('job.run', () => runner.run(assignment));
  reporter.report({ stage: 'uploading' });
  await traced('job.upload', async () => {
    for (const output of made.outputs) await source.putOutput(job, output, signal);
  });
  const outputs = made.outputs.map(({ name, contentType }) => ({ name, contentType }));
  signal.throwIfAborted();
  await traced('job.complete', () => source.complete(job, { ...made, outputs }));
}

async function fail({ source, log }: Deps, job: LeasedJob, error: unknown): Promise<void> {
  const failure = failureOf(error);
  log.warn({ err: error, final: failure.final }, 'job failed');
  try {
    await source.fail(job, failure);
  } catch (err) {
    // The lease will expire, and another worker gets the job.
    if (!(err instanceof LeaseLost)) log.warn({ err }, 'the failure could not be reported');
  }
}

/** Errors in the request or its files are final; all others are retried. */
function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    const final = error.kind !== 'upstream_failed' && error.kind !== 'unavailable';
    return { error: error.public, errorCode: error.code, final };
  }
  const full = (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC';
  return full
    ? {
        error: 'The server ran out of disk space. Nothing was charged; try again later.',
        errorCode: 'disk_full',
        final: false,
      }
    : {
        error: 'The job failed on our side. Nothing was charged.',
        errorCode: 'render_failed',
        final: false,
      };
}
