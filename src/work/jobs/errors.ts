import { domainError, internalError } from '../../platform/errors.ts';
import { inMegabytes } from '../../platform/megabyte.ts';

export const JobNotFound = domainError('not_found', 'job_not_found', 'Job not found.');

export const BatchNotFound = domainError('not_found', 'batch_not_found', 'Batch not found.');

export const JobFinished = domainError(
  'conflict',
  'job_finished',
  (status: string) => `The job is already ${status} and cannot be canceled.`,
);

export const OutputNotReady = domainError('conflict', 'output_not_ready', (status: string) =>
  status === 'failed' || status === 'canceled'
    ? `The job is ${status} and has no output.`
    : `The job is ${status}. Its output is available once it is completed.`,
);

export const OutputGone = domainError(
  'not_found',
  'output_gone',
  'The job has no such output, or its outputs have expired. They are kept for 30 days.',
);

/** Sent to workers: the job was canceled, has ended, or belongs to another worker. The worker discards its work. */
export const LeaseLost = internalError(
  'conflict',
  'lease_lost',
  'This lease is no longer valid. Stop working on the job.',
);

/** Enforced on the server, whatever the worker does. The worker checks its own limits first, with better messages. */
export const MeasuredTooMuch = domainError(
  'invalid',
  'limit_exceeded',
  (unit: string, quantity: number, max: number) =>
    `The job measures ${quantity} ${unit.replaceAll('_', ' ')}s; its limit is ${max}.`,
);

export const OutputTooLarge = internalError(
  'invalid',
  'output_too_large',
  (name: string, maxBytes: number) =>
    `The output "${name}" is larger than ${inMegabytes(maxBytes)}, the limit for this job.`,
);

export const OutputMissing = internalError(
  'invalid',
  'output_missing',
  (name: string) => `The output "${name}" was not uploaded under this lease.`,
);

/** Sent to workers: the kind of the job declares no such result. */
export const ResultRefused = internalError('invalid', 'result_refused', (message: string) => message);

/** The worker made something else than its job asked for, and would again. `failure` is what the customer is told. */
export class ProductRefused extends ResultRefused {
  readonly failure: { error: string; errorCode: string };

  constructor(message: string, failure = UNUSABLE) {
    super(message);
    this.failure = failure;
  }
}

const UNUSABLE = {
  error: 'The engine returned something that this service cannot use. Choose another engine or try again.',
  errorCode: 'unusable_result',
};

export const InputNotFound = domainError('not_found', 'input_not_found', 'The job has no such input.');
