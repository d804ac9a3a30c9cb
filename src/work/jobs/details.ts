import type { TSchema } from '@sinclair/typebox';
import { currentSpan, parseTraceparent, traceparentOf } from '../../platform/tracing/index.ts';

/**
 * A field that customers see only of some kinds of jobs. It is read from the request once, when the job is created, and
 * stored with the job: nothing but its kind knows what it means. Kinds may share one, as they share events.
 */
export type JobDetail = {
  name: string;
  schema: TSchema;
  description?: string;
  /** Where it stands in the job: after the figures of the result, or after the batch that the job belongs to. */
  after: 'result' | 'batch';
  read(request: object): string | undefined;
};

export type JobDetails = Readonly<Record<string, string>>;

export function readDetails(details: readonly JobDetail[], request: object): JobDetails {
  const values = details.map(({ name, read }): [string, string | undefined] => [name, read(request)]);
  return Object.fromEntries(values.filter((one): one is [string, string] => one[1] !== undefined));
}

/** No kind has a detail of this name, so no customer sees it. It makes the worker's spans part of the trace of the call. */
export const TRACEPARENT = 'traceparent';

export function traceDetails(): JobDetails {
  const span = currentSpan();
  return span ? { [TRACEPARENT]: traceparentOf(span) } : {};
}

/** Null unless the call that ordered the job was traced. */
export function traceIdOf(details: JobDetails): string | null {
  return parseTraceparent(details[TRACEPARENT])?.traceId ?? null;
}

/** Null where the job has no such detail. */
export function showDetails(
  details: readonly JobDetail[],
  stored: JobDetails,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(details.map(({ name }) => [name, stored[name] ?? null]));
}

/** Refuses two details of one name, since a job could show only one of them. */
export function distinctDetails(details: readonly JobDetail[]): JobDetail[] {
  const distinct = [...new Set(details)];
  const names = new Set([TRACEPARENT, ...distinct.map(({ name }) => name)]);
  if (names.size <= distinct.length) throw new Error('two kinds of jobs show different details of one name');
  return distinct;
}
