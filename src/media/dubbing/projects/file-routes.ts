import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors, sendObject } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { type JobKinds, openOutput, SAFE_HEADERS } from '../../../work/jobs/index.ts';
import { captionsOf } from '../picture/captions.ts';
import { NotHeardYet, NotSpokenYet } from './errors.ts';
import { readDub } from './read-dubs.ts';
import { DubParams } from './schemas.ts';
import type { SignDeps } from './signed-speech.ts';
import { speechFileRoutes } from './speech-file-routes.ts';

type Deps = SignDeps & { db: Db; storage: Storage; kinds: JobKinds };

const tags = ['Dubbing'];
const FORMATS = { srt: 'application/x-subrip', vtt: 'text/vtt' } as const;
const CaptionsQuery = Type.Object({
  language: Type.Unsafe<'source' | 'target'>({
    type: 'string',
    enum: ['source', 'target'],
    default: 'target',
  }),
});

const config = { auth: 'bearer-or-session', permission: 'dubbing:read' } as const;
const content = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

/** Files of a dub as it is: captions at once, sound of the last render. */
export function dubFileRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    captionRoutes(app, deps);
    outputRoute(app, deps);
    await app.register(speechFileRoutes(deps));
  };
}

function captionRoutes(app: App, deps: Deps): void {
  for (const format of ['srt', 'vtt'] as const) {
    const captions = {
      tags,
      summary: `Download the captions of a dub as ${format.toUpperCase()}`,
      description: 'Of what is said now (`target`), or of what was said (`source`).',
      params: DubParams,
      querystring: CaptionsQuery,
      response: {
        200: { description: 'Captions.', content: content(FORMATS[format]) },
        ...errors(404, 409),
      },
    };
    app.get(`/api/v1/dub/:id/captions.${format}`, { schema: captions, config }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { language } = request.query as { language: 'source' | 'target' };
      const { script, seconds } = await readDub(deps.db, callerOf(request).accountId, id);
      if (!script) throw new NotHeardYet();
      const named = { 'content-disposition': `attachment; filename="${id}.${language}.${format}"` };
      return reply
        .headers({ ...named, 'content-type': `${FORMATS[format]}; charset=utf-8` })
        .send(await captionsOf(script, language, format, seconds ?? undefined));
    });
  }
}

function outputRoute(app: App, deps: Deps): void {
  const file = (description: string) => ({
    description,
    content: { ...content('video/mp4'), ...content('audio/*') },
  });
  const schema = {
    tags,
    summary: 'Download a dub',
    description:
      'The film or sound of the last render, for 30 days after it. `output_url` needs no key, but expires.',
    params: DubParams,
    response: { 200: file('The file.'), 206: file('The requested range.'), ...errors(404, 409, 416) },
  };
  app.get('/api/v1/dub/:id/output', { schema, config }, async (request, reply) => {
    const { id } = request.params;
    const { accountId } = callerOf(request);
    const { output_job_id: jobId } = await readDub(deps.db, accountId, id);
    if (jobId === null) throw new NotSpokenYet();
    const { extension, open } = await openOutput(deps, accountId, jobId, 'output');
    const named = { 'content-disposition': `inline; filename="${id}.${extension}"` };
    return sendObject(request, reply.headers({ ...SAFE_HEADERS, ...named }), open);
  });
}
