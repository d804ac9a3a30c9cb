import { Type } from '@sinclair/typebox';
import type { MeteredUnit } from '../../money/pricing/index.ts';
import { defineEvent, type EventDefinition, type EventPayload } from '../webhooks/index.ts';

/** Where outputs are served: `GET /api/v1/jobs/{id}/<path>`. */
export const OUTPUT_PATHS = ['output', 'thumbnail', 'captions.vtt'] as const;
export type OutputPath = (typeof OUTPUT_PATHS)[number];

export type OutputKind = {
  /** What it is stored and served as. An upload that says otherwise is refused. */
  contentType: string;
  extension: string;
  path: OutputPath;
};

export type MeasuredUnit = {
  /** The largest quantity that a worker may report. A charge may set a lower one with `maxQuantity`. */
  most: number;
  /** Whether a larger quantity than was reserved is reserved on top, or settlement is cut to the reservation. */
  mayExceedReservation: boolean;
};

export type ResultField = 'durationSeconds' | 'width' | 'height';

/** A job that has ended, as its event describes it. */
export type EndedJob = {
  id: string;
  outputUrl(path: OutputPath): string;
  durationSeconds: number | null;
  error: string;
  refundedCents: number;
};

export type JobEvent = { event: EventDefinition; payload(job: EndedJob): EventPayload };

/** Everything that this slice needs to know about one kind of job. */
export type JobKind = {
  name: string;
  /** By the name that a worker uploads them under. */
  outputs: Readonly<Record<string, OutputKind>>;
  /** Units settled by what the worker measured. Other units cost what was reserved. */
  measured: Readonly<Partial<Record<MeteredUnit, MeasuredUnit>>>;
  /** What a worker may report about its result. */
  resultFields: readonly ResultField[];
  completed: JobEvent;
  failed: JobEvent;
};

export type JobKinds = {
  get(name: string): JobKind;
  all: readonly JobKind[];
  events: readonly EventDefinition[];
};

export function createJobKinds(kinds: readonly JobKind[]): JobKinds {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return {
    get(name) {
      const kind = byName.get(name);
      if (!kind) throw new Error(`jobs of kind ${name} are not known to this version`);
      return kind;
    },
    all: kinds,
    events: kinds.flatMap(({ completed, failed }) => [completed.event, failed.event]),
  };
}

/** The event that most kinds announce when a job fails. */
export function failedEvent(name: string, summary: string): JobEvent {
  const event = defineEvent(name, summary, {
    job_id: Type.String(),
    status: Type.Literal('failed'),
    error: Type.String(),
    refunded_cents: Type.Integer({ description: 'Prepaid credit returned to the wallet.' }),
  });
  return {
    event,
    payload: ({ id, error, refundedCents }) =>
      event.payload({ job_id: id, status: 'failed', error, refunded_cents: refundedCents }),
  };
}
