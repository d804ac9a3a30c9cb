import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { callerOf, errors, sendObject } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { type JobKinds, openOutput, SAFE_HEADERS } from '../../../work/jobs/index.ts';
import { captionsOf } from '../picture/captions.ts';
import { HEADER_BYTES } from '../speaking/clip-file.ts';
import { clipRange, lineClip, type ReadSpeech, speakerTrack, trackBytes } from '../speaking/clips.ts';
import type { DubRow } from './dub.ts';
import { findLine } from './edit-lines.ts';
import { LineParams, SpeakerParams } from './edit-schemas.ts';
import { findSpeaker } from './edit-speakers.ts';
import { NotHeardYet, NotSpokenYet } from './errors.ts';
import { readDub } from './read-dubs.ts';
import { DubParams } from './schemas.ts';

type Deps = { db: Db; storage: Storage; kinds: JobKinds };

const tags = ['Dubbing'];
const FORMATS = { srt: 'application/x-subrip', vtt: 'text/vtt' } as const;
const CaptionsQuery = Type.Object({
  language: Type.Unsafe<'source' | 'target'>({
    type: 'string',
    enum: ['source', 'target'],
    default: 'target',
  }),
});

/** Files of a dub as it is: captions at once, sound of the last render. */
export function dubFileRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', permission: 'dubbing:read' } as const;
    const content = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

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

    const file = (description: string) => ({
      description,
      content: { ...content('video/mp4'), ...content('audio/*') },
    });
    const output = {
      tags,
      summary: 'Download a dub',
      description:
        'The film or sound of the last render, for 30 days after it. `output_url` needs no key, but expires.',
      params: DubParams,
      response: { 200: file('The file.'), 206: file('The requested range.'), ...errors(404, 409, 416) },
    };
    app.get('/api/v1/dub/:id/output', { schema: output, config }, async (request, reply) => {
      const { id } = request.params;
      const { accountId } = callerOf(request);
      const { output_job_id: jobId } = await readDub(deps.db, accountId, id);
      if (jobId === null) throw new NotSpokenYet();
      const { extension, open } = await openOutput(deps, accountId, jobId, 'output');
      const named = { 'content-disposition': `inline; filename="${id}.${extension}"` };
      return sendObject(request, reply.headers({ ...SAFE_HEADERS, ...named }), open);
    });

    const wav = {
      200: { description: 'WAV, mono, 24 kHz.', content: content('audio/wav') },
      ...errors(404, 409),
    };
    const clip = {
      tags,
      summary: 'Download the speech of a line',
      description: 'As it was spoken in the last render.',
      params: LineParams,
      response: wav,
    };
    app.get('/api/v1/dub/:id/lines/:line_id/clip', { schema: clip, config }, async (request, reply) => {
      const { id, line_id: lineId } = request.params;
      const dub = await readDub(deps.db, callerOf(request).accountId, id);
      if (!dub.script) throw new NotHeardYet();
      const line = findLine(dub.script, lineId);
      const range = clipRange(line);
      if (!range) throw new NotSpokenYet();
      return sendWav(reply, lineClip(line, speechOf(deps, dub)), range.end + 1 - range.start);
    });

    const track = {
      tags,
      summary: 'Download the track of a speaker',
      description: 'What they say in the last render, at its times, without the background.',
      params: SpeakerParams,
      response: wav,
    };
    app.get(
      '/api/v1/dub/:id/speakers/:speaker_id/track',
      { schema: track, config },
      async (request, reply) => {
        const { id, speaker_id: speakerId } = request.params;
        const dub = await readDub(deps.db, callerOf(request).accountId, id);
        const { script, seconds } = dub;
        if (!script) throw new NotHeardYet();
        findSpeaker(script, speakerId);
        if (seconds === null) throw new NotSpokenYet();
        const sound = speakerTrack({ lines: script.lines, speakerId, seconds }, speechOf(deps, dub));
        return sendWav(reply, sound, trackBytes(seconds));
      },
    );
  };
}

function sendWav(reply: FastifyReply, sound: AsyncGenerator<Buffer>, bytes: number): FastifyReply {
  return reply
    .headers({
      'content-type': 'audio/wav',
      'content-length': HEADER_BYTES + bytes,
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(sound, { objectMode: false }));
}

function speechOf({ storage }: Deps, { speech_key: key }: DubRow): ReadSpeech {
  if (key === null) throw new NotSpokenYet();
  return async (range) => {
    const stored = await storage.get(key, { range });
    // The render that replaced it ended between the two reads.
    if (!stored) throw new NotSpokenYet();
    return stored.body;
  };
}
