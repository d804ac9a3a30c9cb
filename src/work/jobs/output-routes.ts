import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, ownerOf, SignedQuery, sendObject } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type JobKinds, OUTPUT_PATHS, type OutputPath } from './kinds.ts';
import { openOutput } from './read-jobs.ts';
import { JobParams } from './schemas.ts';

type Deps = { db: Db; storage: Storage; kinds: JobKinds };

const SUMMARIES: Record<OutputPath, string> = {
  output: 'Download the output of a job',
  thumbnail: 'Download a still of a video',
  'captions.vtt': 'Download the captions of a video',
};

/** These files come from workers: a browser must not guess their type or run scripts in them. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
};

export function jobOutputRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const path of OUTPUT_PATHS) {
      const outputs = deps.kinds.all.flatMap((kind) => Object.values(kind.outputs));
      const types = outputs.filter((output) => output.path === path).map(({ contentType }) => contentType);
      const body = (description: string) => ({
        description,
        content: Object.fromEntries(
          types.map((type) => [type.replace(/;.*/, ''), { schema: { type: 'string', format: 'binary' } }]),
        ),
      });
      const schema = {
        tags: ['Jobs'],
        summary: SUMMARIES[path],
        description: '409 until the job is completed.',
        params: JobParams,
        querystring: SignedQuery,
        response: { 200: body('The file.'), 206: body('The requested range.'), ...errors(404, 409, 416) },
      };
      app.get(
        `/api/v1/jobs/:id/${path}`,
        { schema, config: { auth: 'bearer-or-signed-url', permission: 'jobs:read' } },
        async (request, reply) => {
          const { id } = request.params as { id: string };
          const { extension, open } = await openOutput(deps, ownerOf(request), id, path);
          reply.headers({
            ...SAFE_HEADERS,
            'content-disposition': `inline; filename="${id}.${extension}"`,
          });
          return sendObject(request, reply, open);
        },
      );
    }
  };
}
