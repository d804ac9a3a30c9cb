import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WorkerIdentity } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { LeaseLost } from '../jobs/index.ts';
import { isHeldByOther } from './registry.ts';

const SHARED: WorkerIdentity = { secretId: null, kinds: null };

export function workerOf(request: FastifyRequest): WorkerIdentity {
  return request.worker ?? SHARED;
}

/** Guards the routes of workers below `jobs/:id`: a token that leaked is worth nothing with another worker's secret. */
export function requireOwnJobs(app: FastifyInstance, deps: { db: Db }): void {
  app.addHook('preValidation', async (request) => {
    const { id } = request.params as { id?: string };
    if (id !== undefined && (await isHeldByOther(deps, id, workerOf(request).secretId)))
      throw new LeaseLost();
  });
}

/** Leaves out kinds of jobs that the secret is not for; all else, such as models, says only how a job is done. */
export function narrowedTo(
  kinds: readonly string[] | null,
  capabilities: readonly string[],
  allKinds: readonly string[],
): string[] {
  return capabilities.filter((one) => kinds === null || !allKinds.includes(one) || kinds.includes(one));
}
