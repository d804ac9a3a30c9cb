export { defineJob, type JobContext, type JobDefinition } from './define-job.ts';
export { InvalidJobPayload, QueueNotStarted, UnknownJob } from './errors.ts';
export { createQueue, type Queue, type RegisterOptions, type SendOptions } from './queue.ts';
