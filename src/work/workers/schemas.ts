import { Type } from '@sinclair/typebox';

export const Token = Type.String({ format: 'uuid' });
/** The kind of a job declares which outputs it may have. */
export const FILE_NAME = '^[a-z][a-z0-9_]{0,39}$';
export const OutputName = Type.String({ pattern: FILE_NAME });

export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const LeaseHeaders = Type.Object({ 'x-lease-token': Token });

/** The lease under which a request acts. */
export function leaseOf(request: { params: { id: string }; headers: { 'x-lease-token': string } }) {
  return { jobId: request.params.id, token: request.headers['x-lease-token'] };
}
