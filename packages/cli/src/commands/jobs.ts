import type { Job } from '../../../client/src/index.ts';
import { type Argument, defineCommand, defineGroup } from '../command.ts';
import { download, JOB_OPTIONS, waitForJob } from '../follow-job.ts';
import { checkTarget, fileNameOf } from '../save.ts';
import { describeDelivery } from '../sound.ts';

const STATUSES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
const ID: Argument = { name: 'JOB', required: true };

function factsOf(job: Job): string[] {
  const rows: [string, string | number | null][] = [
    ['job', job.job_id],
    ['kind', job.kind],
    [
      'status',
      `${job.status}${job.status === 'processing' ? `, ${job.stage}, ${Math.floor(job.progress * 100)} %` : ''}`,
    ],
    ['created', job.created_at],
    ['finished', job.finished_at],
    ['seconds', job.duration_seconds],
    ['credits', job.credits],
    ['error', job.error],
    ['result', job.output_url],
    ['request', job.request_id],
    ['trace', job.trace_id],
  ];
  return rows.filter(([, value]) => value !== null).map(([name, value]) => `${name.padEnd(9)} ${value}`);
}

const list = defineCommand({
  name: 'list',
  summary: 'List your jobs, the latest first',
  options: {
    status: { type: 'string', value: 'STATUS', choices: STATUSES, description: 'Only these' },
    kind: { type: 'string', value: 'KIND', description: 'Only these, such as video' },
    limit: { type: 'number', short: 'n', value: 'COUNT', description: 'At most so many. Default: 20' },
  },
  async run({ client, output, signal }, { options: { status, kind, limit = 20 } }) {
    const jobs: Job[] = [];
    const asked = { limit: Math.min(limit, 100), ...(status && { status }), ...(kind && { kind }) };
    for await (const job of client.jobs.list(asked, { signal })) {
      if (jobs.length >= limit) break;
      jobs.push(job);
    }
    const rows = jobs.map((job) => [
      ...[job.job_id, job.kind, job.status, `${Math.floor(job.progress * 100)} %`],
      ...[`${job.credits}`, job.created_at, job.error ?? ''],
    ]);
    output.table(
      { jobs },
      ['JOB', 'KIND', 'STATUS', 'DONE', 'CREDITS', 'CREATED', 'ERROR'],
      rows,
      'There are no jobs.',
    );
  },
});

const get = defineCommand({
  name: 'get',
  summary: 'Show a job',
  args: [ID],
  async run({ client, output, signal }, { args: [id = ''] }) {
    const job = await client.jobs.get(id, { signal });
    output.result(job, factsOf(job));
  },
});

const wait = defineCommand({
  name: 'wait',
  summary: 'Wait until a job has ended',
  args: [ID],
  options: { 'cancel-on-interrupt': JOB_OPTIONS['cancel-on-interrupt'] },
  async run(context, { options, args: [id = ''] }) {
    const job = await waitForJob(context, id, options);
    context.output.result(job, factsOf(job));
  },
});

const cancel = defineCommand({
  name: 'cancel',
  summary: 'Cancel a job',
  args: [ID],
  async run({ client, output, signal }, { args: [id = ''] }) {
    const job = await client.jobs.cancel(id, { signal });
    output.result(job, [`${job.job_id} ${job.status}`]);
  },
});

const downloadCommand = defineCommand({
  name: 'download',
  summary: 'Save what a job made',
  args: [ID],
  options: { output: JOB_OPTIONS.output },
  async run(context, { options, args: [id = ''] }) {
    checkTarget(context, options.output);
    const saved = await download(context, id, { output: options.output, stem: fileNameOf(id) });
    context.output.result({ job_id: id, ...saved }, describeDelivery(saved));
  },
});

export const jobs = defineGroup({
  name: 'jobs',
  summary: 'List, follow, cancel and download jobs',
  subcommands: [list, get, wait, cancel, downloadCommand],
});
