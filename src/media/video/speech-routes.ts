import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { encodePcm16, UNKNOWN_BYTES, wavHeader } from '../../../engines/codec/index.ts';
import type { SpeechChunk, SpeechEngine } from '../../../engines/speech/index.ts';
import { clientGone, errors } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { readLeasedRequest } from '../../work/jobs/index.ts';
import { JobParams, LeaseHeaders, requireOwnJobs } from '../../work/workers/index.ts';
import { NoScript } from './errors.ts';
import { speakScript } from './speak-script.ts';
import { cutsOff, readVideoRequest } from './video-request.ts';

/** Serves workers that have a lip-sync model but no speech engine. */
export function scriptSpeechRoutes(deps: {
  db: Db;
  clock: Clock;
  engine: SpeechEngine;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    requireOwnJobs(app, deps);
    const schema = {
      tags: ['Workers'],
      summary: 'Speak the script of a video',
      description:
        'Streams a WAV file while it is synthesized; its header leaves the length open. Keep reporting meanwhile, or the lease runs out. Fails when the speech exceeds `max_seconds`.',
      params: JobParams,
      headers: LeaseHeaders,
      response: {
        200: {
          description: 'Mono, 16 bits.',
          content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(400, 404, 409, 502, 503),
      },
    };
    const config = { auth: 'worker', bucket: 'none' } as const;
    app.get('/api/internal/workers/jobs/:id/speech', { schema, config }, async (request, reply) => {
      const lease = { jobId: request.params.id, token: request.headers['x-lease-token'] };
      const video = readVideoRequest(await readLeasedRequest(deps, lease));
      if (!video.script) throw new NoScript();
      const { jobId } = lease;
      const limits = { maxSeconds: video.max_seconds, cutsOff: cutsOff(video) };
      const options = { ...limits, signal: clientGone(reply), jobId };
      const chunks = speakScript(deps.engine, video.script, options);
      // A failure before the first chunk still gets an HTTP status.
      const first = await chunks.next();
      const { sampleRate } = deps.engine.capabilities;
      return reply.type('audio/wav').send(Readable.from(wavStream(sampleRate, first, chunks)));
    });
  };
}

async function* wavStream(
  sampleRate: number,
  first: IteratorResult<SpeechChunk>,
  rest: AsyncIterable<SpeechChunk>,
): AsyncGenerator<Buffer> {
  yield wavHeader(sampleRate, UNKNOWN_BYTES);
  if (!first.done) yield encodePcm16(first.value.samples);
  for await (const { samples } of rest) yield encodePcm16(samples);
}
