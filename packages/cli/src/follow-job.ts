import type { Job } from '../../client/src/index.ts';
import type { Context } from './context.ts';
import { Interrupted } from './errors.ts';
import { type Saved, saveAs, saveTo } from './save.ts';

export const JOB_OPTIONS = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    description: 'Where to save the result; "-" is standard output',
  },
  wait: { type: 'boolean', description: 'Wait for the result. --no-wait prints the job and ends' },
  'cancel-on-interrupt': {
    type: 'boolean',
    description: 'Cancel the job on Ctrl-C, which otherwise only stops waiting',
  },
} as const;

export type JobTarget = {
  output?: string | undefined;
  wait?: boolean | undefined;
  'cancel-on-interrupt'?: boolean | undefined;
  /** Name of the file when none was given, without its extension. */
  stem: string;
};

/** Starts a job. An interrupt in the meantime leaves open whether there is one. */
export async function startJob<T>({ signal, output }: Context, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (signal.aborted) output.note('The job may have begun. See: vox jobs');
    throw error;
  }
}

/** Waits for a job that was started, and downloads what it made. */
export async function finishJob(
  context: Context,
  { job_id: id }: { job_id: string },
  target: JobTarget,
): Promise<void> {
  const { output, client } = context;
  if (target.wait === false) {
    const job = await client.jobs.get(id);
    return output.result({ job }, [id]);
  }
  const job = await waitForJob(context, id, target);
  const saved = await download(context, id, target);
  output.note(`${secondsOf(job)}${job.credits} credits`);
  output.result({ job, ...saved }, saved.path ? [saved.path] : []);
}

export async function waitForJob(
  context: Context,
  id: string,
  options: Pick<JobTarget, 'cancel-on-interrupt'> = {},
): Promise<Job> {
  const { output, client, signal } = context;
  const progress = output.progress(id);
  try {
    return await client.jobs.wait(id, {
      signal,
      onProgress: (job) => progress.update(job.progress, job.stage || job.status),
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    await handleInterrupt(context, id, options['cancel-on-interrupt'] ?? false);
    throw new Interrupted();
  } finally {
    progress.clear();
  }
}

async function handleInterrupt({ output, client }: Context, id: string, cancel: boolean): Promise<void> {
  if (!cancel) {
    output.note(`The job goes on.\n  Follow it: vox jobs wait ${id}\n  Cancel it: vox jobs cancel ${id}`);
    return;
  }
  // The signal is aborted, so this request goes without it.
  await client.jobs.cancel(id);
  output.note(`The job ${id} was canceled.`);
}

export async function download(
  context: Context,
  id: string,
  { output, stem }: { output?: string | undefined; stem: string },
): Promise<Saved> {
  const media = await context.client.jobs.output(id, { signal: context.signal });
  if (output !== undefined) return saveTo(context, output, media);
  return saveAs(context, `${stem}.${extensionOf(media.contentType)}`, media);
}

const EXTENSIONS: Record<string, string> = {
  'video/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'application/json': 'json',
};

function extensionOf(contentType: string): string {
  return EXTENSIONS[contentType.split(';')[0] ?? ''] ?? 'bin';
}

function secondsOf({ duration_seconds: seconds }: Job): string {
  return seconds === null ? '' : `${seconds.toFixed(1)} s, `;
}
