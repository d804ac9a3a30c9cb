import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, ownerOf, SignedQuery, sendObject } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { OutputName } from './job.ts';
import { openOutput } from './read-jobs.ts';
import { JobParams } from './schemas.ts';

type Deps = { db: Db; storage: Storage };

/** Each address gives the first of its outputs that the job has. */
const FILES: { path: string; names: OutputName[]; types: string[]; summary: string }[] = [
  {
    path: 'output',
    names: ['video', 'answer'],
    types: ['video/mp4', 'application/json'],
    summary: 'The film, or what a language model answered',
  },
  { path: 'thumbnail', names: ['thumbnail'], types: ['image/jpeg'], summary: 'A still of the film' },
  { path: 'captions.vtt', names: ['captions'], types: ['text/vtt'], summary: 'What is said, with times' },
];

const EXTENSIONS: Record<OutputName, string> = {
  video: 'mp4',
  answer: 'json',
  thumbnail: 'jpg',
  captions: 'vtt',
};

export function jobOutputRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { path, names, types, summary } of FILES) {
      const body = (description: string) => ({
        description,
        content: Object.fromEntries(
          types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
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
          const { name, open } = await openOutput(deps, ownerOf(request), id, names);
          reply.header('content-disposition', `inline; filename="${id}.${EXTENSIONS[name]}"`);
          return sendObject(request, reply, open);
        },
      );
    }
  };
}
