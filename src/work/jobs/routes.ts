import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors } from '../../http/index.ts';
import { cancelJob } from './cancel-job.ts';
import { describeJob } from './describe-job.ts';
import type { JobDeps } from './end-job.ts';
import type { JobRow } from './job.ts';
import { readJob, readJobPage } from './read-jobs.ts';
import { JobParams, JobQuery, jobPage } from './schemas.ts';

export function jobRoutes(deps: JobDeps): FastifyPluginAsyncTypebox {
  const config = { auth: 'bearer-or-session', permission: 'jobs:read' } as const;
  const tags = ['Jobs'];
  const params = JobParams;
  const { schema } = deps.kinds;
  const view = (job: JobRow) => describeJob(deps, job);

  return async (app) => {
    const listSchema = {
      tags,
      summary: 'List jobs',
      description: 'Newest first.',
      querystring: JobQuery,
      response: { 200: jobPage(schema), ...errors(400) },
    };
    app.get('/api/v1/jobs', { schema: listSchema, config }, async (request) => {
      const { jobs, nextCursor } = await readJobPage(deps.db, callerOf(request).accountId, request.query);
      return { jobs: jobs.map(view), next_cursor: nextCursor };
    });

    const oneSchema = { tags, summary: 'Get a job', params, response: { 200: schema, ...errors(404) } };
    app.get('/api/v1/jobs/:id', { schema: oneSchema, config }, async (request) =>
      view(await readJob(deps.db, callerOf(request).accountId, request.params.id)),
    );

    const cancelSchema = {
      tags,
      summary: 'Cancel a job',
      description: 'Releases the reserved credits. Canceling again changes nothing.',
      params,
      response: { 200: schema, ...errors(404, 409) },
    };
    app.delete(
      '/api/v1/jobs/:id',
      { schema: cancelSchema, config: { ...config, permission: 'jobs:manage' } },
      async (request) => view(await cancelJob(deps, callerOf(request).accountId, request.params.id)),
    );
  };
}
