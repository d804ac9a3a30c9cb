import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Answer, addressOf, callerOf, errors, type Idempotency } from '../../../http/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { answerFor } from './answer-new-dub.ts';
import { changeDub, changeOptions, changeScript } from './change-dub.ts';
import { type ChooseVoiceDeps, chooseVoice } from './choose-voice.ts';
import { recordDubConsent } from './create-dub.ts';
import { describeSpeaker } from './describe-dub.ts';
import type { DubRow } from './dub.ts';
import {
  DubChange,
  NewSpeaker,
  RenderBody,
  SpeakerAnswer,
  SpeakerChange,
  SpeakerParams,
} from './edit-schemas.ts';
import { addSpeaker, changeSpeaker, findSpeaker } from './edit-speakers.ts';
import { NotHeardYet, SpokenConsentRequired } from './errors.ts';
import { readDub, showDub } from './read-dubs.ts';
import { type RenderDeps, renderDub } from './render-dub.ts';
import { createdDub, DubParams, dubView } from './schemas.ts';

export type EditDeps = RenderDeps & ChooseVoiceDeps & { idempotency: Idempotency };

const tags = ['Dubbing'];

export function editRoutes(deps: EditDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', permission: 'dubbing:manage' } as const;
    const params = DubParams;
    const { db, idempotency } = deps;

    const change = {
      tags,
      summary: 'Change a dub',
      description:
        'Takes effect with the next render. Lines that a changed term of the glossary concerns are translated again. `consent` cannot be taken back here: delete the dub.',
      params,
      body: DubChange,
      response: { 200: dubView(deps.kinds.schema), ...errors(404, 409) },
    };
    app.patch('/api/v1/dub/:id', { schema: change, config }, async (request) => {
      const { version, ...body } = request.body;
      const { accountId } = callerOf(request);
      if (body.consent && deps.requireSpokenConsent) throw new SpokenConsentRequired();
      await db.transaction().execute(async (tx) => {
        let agrees = false;
        const dub = await changeDub(deps, tx, { accountId, id: request.params.id, version }, (current) => {
          agrees = body.consent === true && !current.options.consent;
          return changeOptions(current, body);
        });
        if (agrees) await recordDubConsent(deps, tx, dub, addressOf(request));
      });
      return showDub(deps, accountId, request.params.id);
    });

    const add = {
      tags,
      summary: 'Add a speaker to a dub',
      description: 'Without a `voice_id`, the next render finds a voice for them.',
      params,
      body: NewSpeaker,
      response: { 201: SpeakerAnswer, ...errors(404, 409) },
    };
    app.post(
      '/api/v1/dub/:id/speakers',
      { schema: add, config: { ...config, idempotent: true } },
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

    const recast = {
      tags,
      summary: 'Change a speaker of a dub',
      description:
        'A name, or a voice: a `voice_id`, `use`, or `same_as` for the voice of a speaker of another dub into the same language. The lines are spoken again by the next render.',
      params: SpeakerParams,
      body: SpeakerChange,
      response: { 200: SpeakerAnswer, ...errors(404, 409) },
    };
    app.patch('/api/v1/dub/:id/speakers/:speaker_id', { schema: recast, config }, async (request) => {
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

    const render = {
      tags,
      summary: 'Render a dub again',
      description:
        'Makes the dub as it is now, as a job. Only what changed is charged: characters of lines with other words or another voice, and the seconds of picture under lines that changed. One render at a time.',
      params,
      body: RenderBody,
      response: { 202: createdDub(deps.kinds.schema), ...errors(402, 404, 409, 503) },
    };
    app.post(
      '/api/v1/dub/:id/render',
      {
        schema: render,
        config: { ...config, bucket: 'generate', idempotent: true },
        // A body is optional, as it has only options.
        preValidation: async (request) => {
          request.body ??= {};
        },
      },
      async (request, reply) =>
        idempotency.answerOnce(request, reply, async (keeper) => {
          let answer: Answer | undefined;
          const commit = async (tx: Tx, dub: DubRow) => {
            answer = await answerFor(deps, tx, dub);
            await keeper?.keep(tx, answer);
          };
          const { webhook_url: webhookUrl } = request.body;
          await renderDub(deps, callerOf(request), {
            id: request.params.id,
            webhookUrl,
            requestId: request.id,
            commit,
          });
          if (!answer) throw new Error('the render was not created');
          return answer;
        }),
    );
  };
}
