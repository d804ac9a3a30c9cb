export { jobData } from './account-data.ts';
export { type BatchState, type BatchSummary, cancelBatch, readBatch, readBatchPage } from './batches.ts';
export { cancelJob, cancelWith } from './cancel-job.ts';
export { type Checkpoint, openCheckpointFile, putCheckpointFile, saveCheckpoint } from './checkpoints.ts';
export { completeJob } from './complete-job.ts';
export { type CreatedJob, createBatch, createJob, createJobs } from './create-job.ts';
export { describeJob, type JobView, type OutputUrl, pollPath } from './describe-job.ts';
export type { JobDetail } from './details.ts';
export { type JobDeps, renewPayload } from './end-job.ts';
export { JobNotFound, LeaseLost, ProductRefused } from './errors.ts';
export { jobEventRoutes } from './event-routes.ts';
export { type Failure, failJob } from './fail-job.ts';
export { failJobsOfVoice } from './fail-jobs-of-voice.ts';
export {
  cancelInternalJob,
  createInternalJob,
  forgetInternalJob,
  type InternalJob,
  openInternalOutput,
  readInternalJob,
} from './internal-jobs.ts';
export type {
  JobChargeRequest,
  JobInput,
  JobOutput,
  JobResult,
  JobRow,
  Lease,
  LeasedJob,
  Measured,
  NewJob,
} from './job.ts';
export {
  createJobKinds,
  type EndedJob,
  FAILED_FIELDS,
  failedEvent,
  failedValues,
  type JobKind,
  type JobKinds,
  type OutputKind,
} from './kinds.ts';
export {
  giveBackJob,
  giveBackJobsOf,
  LEASE_MS,
  leaseJob,
  type Progress,
  readLeasedRequest,
  reportProgress,
} from './lease-job.ts';

export { jobOutputRoutes, SAFE_HEADERS } from './output-routes.ts';
export { jobsInQueue } from './queries/backlog.ts';
export { findJobs, isAssetInUse } from './queries/read.ts';
export { jobObjects } from './queries/sweep.ts';
export { openOutput, readJob } from './read-jobs.ts';
export { reserveMeasured } from './reserve-measured.ts';
export { jobRoutes } from './routes.ts';
export { JobQuery, type JobSchema } from './schemas.ts';
export { sweepJobFiles } from './sweep-files.ts';
export { cancelAbandonedJobs, failStaleJobs, recoverLostJobs } from './sweep-jobs.ts';
export {
  type OutputDeps,
  openJobInput,
  openVoiceAdaptation,
  putJobOutput,
  versionOf,
} from './transfer-files.ts';
export { type JobWatch, watchJobs } from './watch-jobs.ts';
