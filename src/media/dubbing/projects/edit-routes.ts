import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Answer, type App, addressOf, callerOf, errors, type Idempotency } from '../../../http/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { answerFor } from './answer-new-dub.ts';
import { changeDub, changeOptions } from './change-dub.ts';
import type { ChooseVoiceDeps } from './choose-voice.ts';
import { recordDubConsent } from './create-dub.ts';
import type { DubRow } from './dub.ts';
import { DubChange, RenderBody } from './edit-schemas.ts';
import { SpokenConsentRequired } from './errors.ts';
import { showDub } from './read-dubs.ts';
import { type RenderDeps, renderDub } from './render-dub.ts';
import { createdDub, DubParams, dubView } from './schemas.ts';
import { speakerRoutes } from './speaker-routes.ts';

export type EditDeps = RenderDeps & ChooseVoiceDeps & { idempotency: Idempotency };

const tags = ['Dubbing'];

const config = { auth: 'bearer-or-session', permission: 'dubbing:manage' } as const;
const params = DubParams;

export function editRoutes(deps: EditDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    changeRoute(app, deps);
    await app.register(speakerRoutes(deps));
    renderRoute(app, deps);
  };
}

function changeRoute(app: App, deps: EditDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'Change a dub',
    description:
      'Takes effect with the next render. Lines that a changed term of the glossary concerns are translated again. `consent` cannot be taken back here: delete the dub.',
    params,
    body: DubChange,
    response: { 200: dubView(deps.kinds.schema), ...errors(404, 409) },
  };
  app.patch('/api/v1/dub/:id', { schema, config }, async (request) => {
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
}

function renderRoute(app: App, deps: EditDeps): void {
  const { idempotency } = deps;
  const schema = {
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
      schema,
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
}
