import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { encodeWav } from '../../engines/codec/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import { clientGone, errors } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { readLeasedRequest } from '../../work/jobs/index.ts';
import { JobParams, LeaseHeaders } from '../../work/workers/index.ts';
import { NothingToSay } from './errors.ts';
import { sayScript } from './say-script.ts';
import { readWorkOrder } from './work-order.ts';

/** So that a worker with a lip-sync model needs no speech engine of its own. */
export function soundRoutes(deps: { db: Db; engine: SpeechEngine }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Workers'],
      summary: 'The script of a film, spoken',
      description: 'Takes as long as speaking does; report meanwhile, or the lease runs out.',
      params: JobParams,
      headers: LeaseHeaders,
      response: {
        200: {
          description: 'The sound: mono, 16 bits.',
          content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(404, 409, 502, 503),
      },
    };
    const config = { auth: 'worker', bucket: 'none' } as const;
    app.get('/api/internal/workers/jobs/:id/speech', { schema, config }, async (request, reply) => {
      const lease = { jobId: request.params.id, token: request.headers['x-lease-token'] };
      const { script } = readWorkOrder(await readLeasedRequest(deps, lease));
      if (!script) throw new NothingToSay();
      const samples: Float32Array[] = [];
      for await (const chunk of sayScript(deps.engine, script, clientGone(reply)))
        samples.push(chunk.samples);
      return reply.type('audio/wav').send(encodeWav(samples, deps.engine.capabilities.sampleRate));
    });
  };
}
