import { Type } from '@sinclair/typebox';
import type { PricedUnit } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import {
  defineEvent,
  type EventDefinition,
  type EventPayload,
  type OptionalEvents,
} from '../webhooks/index.ts';
import { distinctDetails, type JobDetail, type JobDetails } from './details.ts';
import { type JobOutput, type JobRow, type Lease, outputKey } from './job.ts';
import { type JobSchema, jobSchema } from './schemas.ts';

/** Outputs are served at `GET /api/v1/jobs/{id}/<path>`. */
export const OUTPUT_PATHS = ['output', 'thumbnail', 'captions.vtt'] as const;
export type OutputPath = (typeof OUTPUT_PATHS)[number];

export type OutputKind = {
  /** Stored and served with this type. An upload with another one is refused. */
  contentType: string;
  extension: string;
  /** Null for files that customers never see. */
  path: OutputPath | null;
  /** The largest upload, given the request of the job. A larger one is refused. */
  maxBytes(request: unknown): number;
  /**
   * The key of a file that outlives the job: `ended` adopts it. Until then it is a loose object. Other files are deleted
   * with their job.
   */
  keptAs?(leaseToken: string): string;
};

type MeasuredUnit = {
  /** The largest quantity that a worker may report. A charge can lower it with `maxQuantity`. */
  max: number;
  /** If true, a quantity beyond the reservation is reserved as well. If false, the charge is capped at the reservation. */
  mayExceedReservation: boolean;
};

export type ResultField = 'durationSeconds' | 'width' | 'height';

/** A finished job as its event describes it. */
export type EndedJob = {
  id: string;
  details: JobDetails;
  outputUrl(path: OutputPath): string;
  durationSeconds: number | null;
  error: string;
  refundedCents: number;
};

export type JobEvent = { event: EventDefinition; payload(job: EndedJob): EventPayload };

/** Everything the jobs slice needs to know about a kind of job. */
export type JobKind = {
  name: string;
  /** The files that it makes, by the name under which a worker uploads them. */
  outputs: Readonly<Record<string, OutputKind>>;
  /** Units settled by the worker's measurement. Other units cost what was reserved. */
  measured: Readonly<Partial<Record<PricedUnit, MeasuredUnit>>>;
  /** A worker may report these figures about its result. */
  resultFields: readonly ResultField[];
  /** Customers see these in the job. Its events get them too. */
  details?: readonly JobDetail[];
  /** Null for a kind that announces its own end, in `ended`. */
  /**
   * What the manifest names besides the models that are charged: further models, voices, for their
   * consents, and whether the sound was made here. Absent: it was.
   */
  madeWith?(request: object): { models: string[]; voiceIds: string[]; sounds: boolean };
  completed: JobEvent | null;
  failed: JobEvent | null;
  /** Announced besides, to accounts with this setting on. */
  besides?: { setting: OptionalEvents; completed: JobEvent; failed: JobEvent };
  /** Checks the data that a worker hands over beside its files. Absent: there is none. */
  isProduct?(product: unknown, outputs: readonly JobOutput[]): boolean;
  /** The largest file of a checkpoint, given the request. Absent: checkpoints have no file. */
  maxCheckpointBytes?(request: unknown): number;
  /** Default: 3. */
  maxAttempts?: number;
  /**
   * Runs in the transaction that ends the job, however it ends, so that what the job was for is there exactly when the
   * job is completed. `product` is null unless it is.
   */
  ended?(deps: { tx: Tx; clock: Clock }, job: JobRow, product: unknown): Promise<void>;
};

export type JobKinds = {
  get(name: string): JobKind;
  all: readonly JobKind[];
  /** The details of all kinds, which every job shows. */
  details: readonly JobDetail[];
  /** A job as the API shows it, whatever its kind. */
  schema: JobSchema;
  events: readonly EventDefinition[];
};

export function createJobKinds(kinds: readonly JobKind[]): JobKinds {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const details = distinctDetails(kinds.flatMap((kind) => kind.details ?? []));
  return {
    get(name) {
      const kind = byName.get(name);
      if (!kind) throw new Error(`jobs of kind ${name} are not known to this version`);
      return kind;
    },
    all: kinds,
    details,
    schema: jobSchema(details),
    events: eventsOf(kinds),
  };
}

/** Kinds may share an event. */
function eventsOf(kinds: readonly JobKind[]): EventDefinition[] {
  const announced = kinds.flatMap(({ completed, failed, besides }) => [
    completed,
    failed,
    besides?.completed,
    besides?.failed,
  ]);
  return [...new Set(announced.flatMap((one) => one?.event ?? []))];
}

/** Where an output is stored. */
export function storedAt(kind: JobKind, lease: Lease, name: string): string {
  return kind.outputs[name]?.keptAs?.(lease.token) ?? outputKey(lease, name);
}

export const FAILED_FIELDS = {
  job_id: Type.String(),
  status: Type.Literal('failed'),
  error: Type.String(),
  refunded_cents: Type.Integer({ description: 'Prepaid credit returned to the wallet.' }),
};

export function failedValues({ id, error, refundedCents }: EndedJob) {
  return { job_id: id, status: 'failed', error, refunded_cents: refundedCents } as const;
}

/** The failure event that most kinds use. */
export function failedEvent(name: string, summary: string): JobEvent {
  const event = defineEvent(name, summary, FAILED_FIELDS);
  return { event, payload: (job) => event.payload(failedValues(job)) };
}
