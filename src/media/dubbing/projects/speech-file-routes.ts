import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { type App, callerOf, clientGone, errors, limitConcurrency } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { clipRange, lineClip, type ReadSpeech, speakerTrack } from '../speaking/clips.ts';
import type { DubRow } from './dub.ts';
import { findLine } from './edit-lines.ts';
import { LineParams, SpeakerParams } from './edit-schemas.ts';
import { findSpeaker } from './edit-speakers.ts';
import { NotHeardYet, NotSpokenYet } from './errors.ts';
import { readDub } from './read-dubs.ts';
import { type SignDeps, signedSpeech } from './signed-speech.ts';

const tags = ['Dubbing'];

const config = { auth: 'bearer-or-session', permission: 'dubbing:read' } as const;

const content = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

const wav = {
  200: { description: 'WAV, mono, 24 kHz.', content: content('audio/wav') },
  ...errors(404, 409),
};

/** Of one account, in the making on this node. One of an hour is written to the disk twice, 350 MB together. */
const MAX_TRACKS = 4;

type SpeechDeps = SignDeps & { db: Db; storage: Storage };

/** What the last render spoke, line by line or speaker by speaker. */
export function speechFileRoutes(deps: SpeechDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    clipRoute(app, deps);
    trackRoute(app, deps);
  };
}

function clipRoute(app: App, deps: SpeechDeps): void {
  const schema = {
    tags,
    summary: 'Download the speech of a line',
    description: 'As it was spoken in the last render, signed.',
    params: LineParams,
    response: wav,
  };
  app.get('/api/v1/dub/:id/lines/:line_id/clip', { schema, config }, async (request, reply) => {
    const { id, line_id: lineId } = request.params;
    const dub = await readDub(deps.db, callerOf(request).accountId, id);
    if (!dub.script) throw new NotHeardYet();
    const line = findLine(dub.script, lineId);
    if (!clipRange(line)) throw new NotSpokenYet();
    const { voice } = findSpeaker(dub.script, line.speaker_id);
    const sound = lineClip(line, speechOf(deps, dub));
    return sendWav(reply, await signedSpeech(deps, voice, sound, clientGone(reply)));
  });
}

function trackRoute(app: App, deps: SpeechDeps): void {
  const tracks = limitConcurrency(MAX_TRACKS, 'tracks');
  const schema = {
    tags,
    summary: 'Download the track of a speaker',
    description: 'What they say in the last render, at its times, without the background; signed.',
    params: SpeakerParams,
    response: wav,
  };
  app.get('/api/v1/dub/:id/speakers/:speaker_id/track', { schema, config }, async (request, reply) => {
    const { id, speaker_id: speakerId } = request.params;
    const { accountId } = callerOf(request);
    const dub = await readDub(deps.db, accountId, id);
    const { script, seconds } = dub;
    if (!script) throw new NotHeardYet();
    const { voice } = findSpeaker(script, speakerId);
    if (seconds === null) throw new NotSpokenYet();
    const sound = speakerTrack({ lines: script.lines, speakerId, seconds }, speechOf(deps, dub));
    const make = () => signedSpeech(deps, voice, sound, clientGone(reply));
    return sendWav(reply, await tracks.run(accountId, make));
  });
}

function sendWav(reply: FastifyReply, { body, bytes }: { body: Readable; bytes: number }): FastifyReply {
  return reply
    .headers({
      'content-type': 'audio/wav',
      'content-length': bytes,
      'x-content-type-options': 'nosniff',
    })
    .send(body);
}

function speechOf({ storage }: SpeechDeps, { speech_key: key }: DubRow): ReadSpeech {
  if (key === null) throw new NotSpokenYet();
  return async (range) => {
    const stored = await storage.get(key, { range });
    // The render that replaced it ended between the two reads.
    if (!stored) throw new NotSpokenYet();
    return stored.body;
  };
}
