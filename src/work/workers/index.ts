export { createEmbeddedSource } from './embedded-source.ts';
export { UnreadableRequest } from './errors.ts';
export { createHttpSource } from './http-source.ts';
export { requireOwnJobs } from './own-jobs.ts';
export {
  isOffered,
  isOfferedElsewhere,
  listCapabilities,
  listOffered,
  listWorkers,
  registerWorker,
  sweepWorkers,
} from './registry.ts';
export { type WorkerRouteDeps, workerRoutes } from './routes.ts';
export type { Assignment, JobRunner, MadeOutput, RunResult } from './runner.ts';
export { JobParams, LeaseHeaders } from './schemas.ts';
export type { JobSource } from './source.ts';
export { Worker } from './worker.ts';
export {
  authenticateWorker,
  createWorkerSecret,
  listWorkerSecrets,
  looksLikeWorkerSecret,
  revokeWorkerSecret,
  type WorkerSecret,
} from './worker-secrets.ts';
