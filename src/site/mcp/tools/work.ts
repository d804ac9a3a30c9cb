import { Type } from '@sinclair/typebox';
import { AssetListQuery, AssetUrlRequest } from '../../../library/assets/index.ts';
import { EstimateRequestSchema } from '../../../media/estimates/index.ts';
import { UsageQuery } from '../../../money/wallet/index.ts';
import { JobQuery } from '../../../work/jobs/index.ts';
import { followJob, WaitSeconds } from '../follow-job.ts';
import { defineTool, textResult } from '../tool.ts';

const JobId = Type.String({ minLength: 1, maxLength: 100 });
const pathOf = (jobId: string) => `/api/v1/jobs/${encodeURIComponent(jobId)}`;

export const WORK_TOOLS = [
  defineTool({
    name: 'list_jobs',
    title: 'List jobs',
    description: 'Lists films, dubs and other jobs, newest first.',
    readOnly: true,
    input: JobQuery,
    run: async ({ api }, input) =>
      textResult(JSON.parse((await api.get('/api/v1/jobs', input)).body.toString())),
  }),
  defineTool({
    name: 'get_job',
    title: 'Follow a job',
    description:
      'Waits until a job has ended, or for wait_seconds, and returns it with a link to its result.',
    readOnly: true,
    input: Type.Object({ job_id: JobId, wait_seconds: WaitSeconds }),
    async run(context, { job_id, wait_seconds }) {
      const { body } = await context.api.get(pathOf(job_id));
      return followJob(context, JSON.parse(body.toString()), { waitSeconds: wait_seconds, isOwn: false });
    },
  }),
  defineTool({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Stops a job and releases the credits that it reserved.',
    destructive: true,
    input: Type.Object({ job_id: JobId }),
    run: async ({ api }, { job_id }) =>
      textResult(JSON.parse((await api.delete(pathOf(job_id))).body.toString())),
  }),
  defineTool({
    name: 'estimate_cost',
    title: 'Estimate the cost',
    description:
      'Tells what a request would cost, whether the account can pay for it, and how many credits are left. Spends nothing.',
    readOnly: true,
    input: EstimateRequestSchema,
    run: async ({ api }, json) =>
      textResult(JSON.parse((await api.post('/api/v1/estimate', { json })).body.toString())),
  }),
  defineTool({
    name: 'get_usage',
    title: 'Report usage',
    description: 'Sums up the credits that were spent, by day, unit, API key or voice.',
    readOnly: true,
    input: UsageQuery,
    run: async ({ api }, input) =>
      textResult(JSON.parse((await api.get('/api/usage', input)).body.toString())),
  }),
  defineTool({
    name: 'list_assets',
    title: 'List assets',
    description:
      'Lists stored videos, sounds and images, newest first. Their ids can be used in other tools.',
    readOnly: true,
    input: AssetListQuery,
    run: async ({ api }, input) =>
      textResult(JSON.parse((await api.get('/api/v1/assets', input)).body.toString())),
  }),
  defineTool({
    name: 'add_asset',
    title: 'Store a file from the web',
    description: 'Stores a video, sound or image from a public URL. Costs no credits.',
    input: AssetUrlRequest,
    run: async ({ api }, json) =>
      textResult(JSON.parse((await api.post('/api/v1/assets', { json })).body.toString())),
  }),
];
