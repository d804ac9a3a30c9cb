import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { Codec, Sound } from '../../../engines/codec/index.ts';
import { clientGone, errors } from '../../http/index.ts';
import { domainError } from '../../platform/errors.ts';
import { type Marking, markSample, readSample, SAMPLES, type SampleId } from './samples.ts';

type Deps = {
  codec: Pick<Codec, 'encodeSound'>;
  watermark: Marking;
};

const MarkIsOff = domainError(
  'conflict',
  'mark_is_off',
  'This service does not mark what it makes (WATERMARK=off), so there is nothing to compare.',
);

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const params = Type.Object({
  sample: Type.Unsafe<SampleId>({ type: 'string', enum: SAMPLES.map(({ id }) => id) }),
});
const wav = {
  description: 'A WAV file.',
  content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
};

/** The console plays these in a blind comparison, by which an operator's people hear whether the mark can be heard. */
export function listeningTestRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  const encoder = deps.codec.encodeSound('wav');
  const encoded = async (sound: Sound) => ({ type: encoder.contentType, bytes: await encoder.encode(sound) });
  return async (app) => {
    const list = {
      tags,
      summary: 'List the sounds of the listening test',
      response: {
        200: Type.Object({
          mark: Type.Union([Type.String(), Type.Null()], {
            description: 'Version of the mark. Null: this service does not mark what it makes.',
          }),
          samples: Type.Array(Type.Object({ id: params.properties.sample, kind: Type.String() })),
        }),
        ...errors(403),
      },
    };
    app.get('/api/admin/listening-test', { schema: list, config }, async () => ({
      mark: deps.watermark.markVersion,
      samples: [...SAMPLES],
    }));

    const plain = {
      tags,
      summary: 'Get a sound of the listening test without the mark',
      description:
        'One of a few fixed sounds that lie with the program. Nothing else is ever given out unmarked.',
      params,
      response: { 200: wav, ...errors(400, 403) },
    };
    app.get('/api/admin/listening-test/:sample/plain', { schema: plain, config }, async (request, reply) => {
      const { type, bytes } = await encoded(await readSample(request.params.sample));
      return reply.header('cache-control', 'no-store').type(type).send(bytes);
    });

    const marked = {
      tags,
      summary: 'Get a sound of the listening test with the mark',
      description: 'The same sound, marked now, as everything else is that this service makes.',
      params,
      response: { 200: wav, ...errors(400, 403, 409, 502, 503) },
    };
    app.get(
      '/api/admin/listening-test/:sample/marked',
      { schema: marked, config },
      async (request, reply) => {
        if (deps.watermark.markVersion === null) throw new MarkIsOff();
        const sound = await readSample(request.params.sample);
        const { type, bytes } = await encoded(
          await markSample(deps.watermark, sound, { signal: clientGone(reply) }),
        );
        return reply.header('cache-control', 'no-store').type(type).send(bytes);
      },
    );
  };
}
