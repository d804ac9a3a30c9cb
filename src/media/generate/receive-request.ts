import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { FastifyRequest } from 'fastify';
import { callerOf, mustBeOneOf, receiveUpload, type UploadedFile, valuesOf } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { InvalidGenerate } from './errors.ts';
import { type GenerateRequest, GenerateRequestSchema, MEDIA_TYPES } from './schemas.ts';
import { type Source, sourceAt, sourcesOf } from './sources.ts';

/** A parsed request whose media has not been examined yet. */
export type Received = {
  body: GenerateRequest;
  sources: Source[];
  /** Identifies the files for a repeated call. */
  fingerprint: string[];
};

const requests = TypeCompiler.Compile(GenerateRequestSchema);

export async function receiveRequest<Result>(
  request: FastifyRequest,
  use: (received: Received) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    // The schema is not applied to a request without a body.
    const body = (request.body ?? {}) as GenerateRequest;
    return use({ body, sources: sourcesOf(body.input), fingerprint: [] });
  }
  const limits = { maxFileBytes: planOf(callerOf(request).plan).uploadBytes, maxFiles: MEDIA_TYPES.length };
  return receiveUpload(request, limits, ({ files, fields }) => {
    const fingerprint = [
      ...files.map(({ field, sha256 }) => `${field}:${sha256}`),
      JSON.stringify(Object.entries(fields).sort()),
    ];
    return use({ body: bodyFrom(fields), sources: formSources(files, fields), fingerprint });
  });
}

/** Validates a payload that did not pass through the route's schema, such as a batch item. */
export function readPayload(value: unknown): GenerateRequest {
  if (requests.Check(value)) return value;
  const problem = requests.Errors(value).First();
  const path = problem?.path.slice(1).replaceAll('/', '.') || 'payload';
  const values = problem ? valuesOf(problem.schema) : [];
  const message = values.length > 0 ? mustBeOneOf(values) : `is not valid: ${problem?.message.toLowerCase()}`;
  throw new InvalidGenerate(`${path} ${message}.`, path);
}

/** Form fields are strings. */
function bodyFrom({
  sync_mode,
  face,
  speed,
  forceCloud,
  consent,
  ...fields
}: Record<string, string>): GenerateRequest {
  return readPayload({
    ...fields,
    input: undefined,
    ...(speed !== undefined && { speed: Number(speed) }),
    ...(forceCloud !== undefined && { forceCloud: booleanFrom('forceCloud', forceCloud) }),
    ...(consent !== undefined && { consent: booleanFrom('consent', consent) }),
    options: {
      ...(sync_mode !== undefined && { sync_mode }),
      ...(face !== undefined && { face: Number(face) }),
    },
  });
}

function booleanFrom(name: string, field: string): boolean {
  if (field === 'true' || field === 'false') return field === 'true';
  throw new InvalidGenerate(`${name} must be true or false.`, `body.${name}`);
}

function formSources(files: readonly UploadedFile[], fields: Record<string, string>): Source[] {
  const uploaded = files.map(({ field, path }): Source => {
    const type = MEDIA_TYPES.find((known) => known === field);
    if (!type) throw new InvalidGenerate('Send files in the fields video, audio or image.', `body.${field}`);
    return { name: field, type, path };
  });
  const addressed = MEDIA_TYPES.flatMap((type) => {
    const url = fields[`${type}_url`];
    return url === undefined ? [] : [sourceAt(`${type}_url`, type, url)];
  });
  return [...uploaded, ...addressed];
}
