import { DomainError } from '../../platform/errors.ts';
import { inMegabytes } from '../../platform/megabyte.ts';

export class JobNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'job_not_found', public: 'Job not found.' });
  }
}

export class BatchNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'batch_not_found', public: 'Batch not found.' });
  }
}

export class JobFinished extends DomainError {
  constructor(status: string) {
    super({
      kind: 'conflict',
      code: 'job_finished',
      public: `The job is already ${status} and cannot be canceled.`,
    });
  }
}

export class OutputNotReady extends DomainError {
  constructor(status: string) {
    const message =
      status === 'failed' || status === 'canceled'
        ? `The job is ${status} and has no output.`
        : `The job is ${status}. Its output is available once it is completed.`;
    super({ kind: 'conflict', code: 'output_not_ready', public: message });
  }
}

export class OutputGone extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'output_gone',
      public: 'The job has no such output, or its outputs have expired. They are kept for 30 days.',
    });
  }
}

/** Sent to workers: the job was canceled, has ended, or belongs to another worker. The worker discards its work. */
export class LeaseLost extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'lease_lost',
      public: 'This lease is no longer valid. Stop working on the job.',
    });
  }
}

/** Enforced on the server, whatever the worker does. The worker checks its own limits first, with better messages. */
export class MeasuredTooMuch extends DomainError {
  constructor(unit: string, quantity: number, max: number) {
    super({
      kind: 'invalid',
      code: 'limit_exceeded',
      public: `The job measures ${quantity} ${unit.replaceAll('_', ' ')}s; its limit is ${max}.`,
    });
  }
}

export class OutputTooLarge extends DomainError {
  constructor(name: string, maxBytes: number) {
    super({
      kind: 'invalid',
      code: 'output_too_large',
      public: `The output "${name}" is larger than ${inMegabytes(maxBytes)}, the limit for this job.`,
    });
  }
}

export class OutputMissing extends DomainError {
  constructor(name: string) {
    super({
      kind: 'invalid',
      code: 'output_missing',
      public: `The output "${name}" was not uploaded under this lease.`,
    });
  }
}

/** Sent to workers: the kind of the job declares no such result. */
export class ResultRefused extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'result_refused', public: message });
  }
}

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

export class InputNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'input_not_found', public: 'The job has no such input.' });
  }
}
