import { Type } from '@sinclair/typebox';
import { errors } from '../../http/index.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';

export const JOB_PATH = '/api/internal/workers/jobs/:id';
/**
 * Checkpoints and products may be this large: the script of a film of half an hour exceeds the limit of other requests.
 */
export const MAX_REPORT_BYTES = 16 * MEGABYTE;

export const Token = Type.String({ format: 'uuid' });
/** The kind of a job declares which outputs it may have. */
export const FILE_NAME = '^[a-z][a-z0-9_]{0,39}$';
export const OutputName = Type.String({ pattern: FILE_NAME });

export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const LeaseHeaders = Type.Object({ 'x-lease-token': Token });

export const MeasuredQuantities = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Number({ minimum: 0, maximum: 1e6 }),
  { description: 'Measured quantity per metered unit, such as `video_second`.' },
);

/** What all reports about a job have in common. */
export const underLease = {
  tags: ['Workers'],
  params: JobParams,
  headers: LeaseHeaders,
  response: { 204: { type: 'null', description: 'Done.' }, ...errors(400, 409) },
};

/** The lease under which a request acts. */
export function leaseOf(request: { params: { id: string }; headers: { 'x-lease-token': string } }) {
  return { jobId: request.params.id, token: request.headers['x-lease-token'] };
}
