import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Answer, type App, callerOf, errors, type Idempotency } from '../../../http/index.ts';
import { changeScript } from './change-dub.ts';
import { type ChooseVoiceDeps, chooseVoice } from './choose-voice.ts';
import { describeSpeaker } from './describe-dub.ts';
import { NewSpeaker, SpeakerAnswer, SpeakerChange, SpeakerParams } from './edit-schemas.ts';
import { addSpeaker, changeSpeaker, findSpeaker } from './edit-speakers.ts';
import { NotHeardYet } from './errors.ts';
import { readDub } from './read-dubs.ts';
import { DubParams } from './schemas.ts';

const tags = ['Dubbing'];

const config = { auth: 'bearer-or-session', permission: 'dubbing:manage' } as const;

const params = DubParams;

type SpeakerDeps = ChooseVoiceDeps & { idempotency: Idempotency };

/** Who speaks in a dub, and with which voice. */
export function speakerRoutes(deps: SpeakerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    addSpeakerRoute(app, deps);
    recastRoute(app, deps);
  };
}

function addSpeakerRoute(app: App, deps: SpeakerDeps): void {
  const { db, idempotency } = deps;
  const schema = {
    tags,
    summary: 'Add a speaker to a dub',
    description: 'Without a `voice_id`, the next render finds a voice for them.',
    params,
    body: NewSpeaker,
    response: { 201: SpeakerAnswer, ...errors(404, 409) },
  };
  app.post(
    '/api/v1/dub/:id/speakers',
    { schema, config: { ...config, idempotent: true } },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { name, voice_id, version } = request.body;
      const target = { accountId, id: request.params.id, version };
      const voice =
        (await chooseVoice(deps, await readDub(db, accountId, target.id), null, { voice_id })) ?? null;
      return idempotency.answerInTransaction(request, reply, async (tx): Promise<Answer> => {
        const made = await changeScript(deps, tx, target, (script) => addSpeaker(script, { name, voice }));
        const speaker = describeSpeaker(made.edited.speaker, new Map());
        return { status: 201, body: { version: made.dub.version, speaker } };
      });
    },
  );
}

function recastRoute(app: App, deps: SpeakerDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'Change a speaker of a dub',
    description:
      'A name, or a voice: a `voice_id`, `use`, or `same_as` for the voice of a speaker of another dub into the same language. The lines are spoken again by the next render.',
    params: SpeakerParams,
    body: SpeakerChange,
    response: { 200: SpeakerAnswer, ...errors(404, 409) },
  };
  app.patch('/api/v1/dub/:id/speakers/:speaker_id', { schema, config }, async (request) => {
    const { accountId } = callerOf(request);
    const { id, speaker_id: speakerId } = request.params;
    const { name, version, ...choice } = request.body;
    const current = await readDub(db, accountId, id);
    if (!current.script) throw new NotHeardYet();
    const { print } = findSpeaker(current.script, speakerId);
    const voice = await chooseVoice(deps, current, print, choice);
    const { dub, edited } = await db
      .transaction()
      .execute((tx) =>
        changeScript(deps, tx, { accountId, id, version }, (script) =>
          changeSpeaker(script, speakerId, { name, voice }),
        ),
      );
    return { version: dub.version, speaker: describeSpeaker(edited.speaker, new Map()) };
  });
}
