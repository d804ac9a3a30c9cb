import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, ownerOf, SignedQuery, sendObject } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { OutputName } from './job.ts';
import { openOutput } from './read-jobs.ts';
import { JobParams } from './schemas.ts';

type Deps = { db: Db; storage: Storage };

const FILES: { path: string; name: OutputName; file: string; type: string; summary: string }[] = [
  { path: 'output', name: 'video', file: 'mp4', type: 'video/mp4', summary: 'The film' },
  { path: 'thumbnail', name: 'thumbnail', file: 'jpg', type: 'image/jpeg', summary: 'A still of the film' },
  {
    path: 'captions.vtt',
    name: 'captions',
    file: 'vtt',
    type: 'text/vtt',
    summary: 'What is said, with times',
  },
];

export function jobOutputRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { path, name, file, type, summary } of FILES) {
      const body = (description: string) => ({
        description,
        content: { [type]: { schema: { type: 'string', format: 'binary' } } },
      });
      const schema = {
        tags: ['Jobs'],
        summary,
        description: '409 until the job is completed.',
        params: JobParams,
        querystring: SignedQuery,
        response: {
          200: body('The file.'),
          206: body('The part that a Range header asked for.'),
          ...errors(404, 409, 416),
        },
      };
      app.get(
        `/api/v1/jobs/:id/${path}`,
        { schema, config: { auth: 'bearer-or-signed-url' } },
        async (request, reply) => {
          const { id } = request.params as { id: string };
          const open = await openOutput(deps, ownerOf(request), id, name);
          reply.header('content-disposition', `inline; filename="${id}.${file}"`);
          return sendObject(request, reply, open);
        },
      );
    }
  };
}
