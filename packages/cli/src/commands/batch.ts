import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Batch, BatchDryRun, BatchQueued } from '../../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, Interrupted } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { download, startJob } from '../follow-job.ts';
import { readStdin } from '../read-text.ts';
import { fileNameOf } from '../save.ts';

export const batch = defineCommand({
  name: 'batch',
  summary: 'Make many films from a file of JSON lines',
  details:
    'Each line is { "request_id": "…", "payload": { … } } with the body of POST /api/v1/generate. Waits, and saves each film under its request_id.',
  args: [{ name: 'FILE|-', required: true }],
  options: {
    'dry-run': { type: 'boolean', description: 'Check every line and show the price; make nothing' },
    folder: {
      type: 'string',
      short: 'd',
      value: 'FOLDER',
      description: 'Where to save the films. Default: here',
    },
    wait: {
      type: 'boolean',
      description: 'Wait for the films. --no-wait prints the id of the batch and ends',
    },
  },
  examples: ['vox batch --dry-run films.jsonl', 'vox batch -d films films.jsonl'],
  async run(context, { options, args: [file = '-'] }) {
    const { client, output, signal } = context;
    const jsonl = file === '-' ? (await readStdin(context)).toString('utf8') : await readFile(file, 'utf8');
    if (options['dry-run']) return showDryRun(context, await client.batches.dryRun({ jsonl }, { signal }));
    const queued = await startJob(context, client.batches.create({ jsonl }, { signal }));
    if (options.wait === false) return output.result(queued, [queued.id]);
    const ended = await waitForBatch(context, queued.id);
    const files = await downloadAll(context, queued, ended, options.folder ?? '.');
    output.result(
      { batch: ended, files },
      files.flatMap(({ path }) => path ?? []),
    );
    const { failedCount } = ended.metrics;
    if (failedCount > 0)
      throw new CommandError(`${failedCount} of ${queued.batch_size} films failed.`, EXIT.failed);
  },
});

function showDryRun({ output }: Context, report: BatchDryRun): void {
  const { valid, invalid, lines, estimate } = report;
  const problems = lines.filter(({ ok }) => !ok).map(({ line, error }) => `line ${line}: ${error}`);
  const affordable = estimate.affordable ? '' : ', which is more than you have';
  output.result(report, [
    ...problems,
    `${valid} lines are valid, ${invalid} are not. ${estimate.credits} credits${affordable}.`,
  ]);
  if (invalid > 0) throw new CommandError(`${invalid} lines are not valid.`, EXIT.failed);
}

async function waitForBatch({ client, output, signal }: Context, id: string): Promise<Batch> {
  const progress = output.progress('batch');
  const onProgress = ({ metrics: { totalGenerations: total, pendingCount } }: Batch) =>
    progress.update((total - pendingCount) / total, `${total - pendingCount} of ${total} films`);
  try {
    return await client.batches.wait(id, { signal, onProgress });
  } catch (error) {
    if (!signal.aborted) throw error;
    output.note(`The batch ${id} goes on.\n  Follow its films: vox jobs`);
    throw new Interrupted();
  } finally {
    progress.clear();
  }
}

async function downloadAll(context: Context, queued: BatchQueued, ended: Batch, folder: string) {
  await mkdir(folder, { recursive: true });
  const names = new Map(queued.jobs.map(({ job_id, request_id }) => [job_id, request_id ?? job_id]));
  const files = [];
  for (const job of ended.jobs) {
    const name = names.get(job.job_id) ?? job.job_id;
    if (job.status !== 'completed') {
      context.output.note(`${name}: ${job.error ?? job.status}`);
      continue;
    }
    const saved = await download(context, job.job_id, { stem: join(folder, fileNameOf(name)) });
    files.push({ request_id: name, job_id: job.job_id, ...saved });
  }
  return files;
}
