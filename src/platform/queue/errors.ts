import { DomainError, type ErrorDetail } from '../errors.ts';

export class InvalidJobPayload extends DomainError {
  constructor(job: string, detail: ErrorDetail[]) {
    super({
      kind: 'invalid',
      code: 'invalid_job_payload',
      public: 'The job could not be accepted.',
      detail,
      cause: `payload of ${job}: ${detail.map(({ path, message }) => `${path || '/'} ${message}`).join('; ')}`,
    });
  }
}

/** The program is wired wrongly: every job is declared before the queue starts. */
export class UnknownJob extends Error {
  constructor(job: string) {
    super(`Job ${job} was neither registered nor declared before the queue started`);
    this.name = 'UnknownJob';
  }
}

export class QueueNotStarted extends Error {
  constructor() {
    super('The queue is not started');
    this.name = 'QueueNotStarted';
  }
}

export class QueueAlreadyStarted extends Error {
  constructor(job: string) {
    super(`Job ${job} must be registered before the queue starts`);
    this.name = 'QueueAlreadyStarted';
  }
}

/** A newer node may know the version, so the job keeps its remaining attempts. */
export class UnknownJobVersion extends Error {
  constructor(job: string, known: number, found: unknown) {
    super(`Job ${job} has version ${String(found)}, this node runs version ${known}`);
    this.name = 'UnknownJobVersion';
  }
}
