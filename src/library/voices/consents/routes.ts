import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors } from '../../../http/index.ts';
import { CONSENT, ConsentTextView, ConsentView } from '../../consents/index.ts';
import { CloneParams } from '../schemas.ts';
import { answerSpokenConsent, type ConsentDeps, readConsent } from './answer-spoken-consent.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { Challenge, ConsentUpload } from './schemas.ts';
import { createChallenge } from './spoken-consent.ts';

const tags = ['Voice consent'];
const own = { auth: 'bearer-or-session', permission: 'voices:read' } as const;
const open = { auth: 'public', bucket: 'public' } as const;

export function consentRoutes(deps: ConsentDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    textRoute(app);
    challengeRoute(app, deps);
    speakRoute(app, deps);
    readRoute(app, deps);
    await app.register(receiptRoutes(deps));
  };
}

function textRoute(app: App): void {
  const schema = { tags, summary: 'Get the consent text in force', response: { 200: ConsentTextView } };
  app.get('/api/voices/consent', { schema, config: open }, async () => CONSENT);
}

function challengeRoute(app: App, deps: ConsentDeps): void {
  const { idempotency } = deps;
  const schema = {
    tags,
    summary: 'Get a sentence to read aloud',
    description: 'For spoken consent. The sentence is random, valid for 15 minutes and for one recording.',
    response: { 201: Challenge },
  };
  app.post(
    '/api/voices/consent/challenge',
    { schema, config: { ...own, permission: 'voices:manage', idempotent: true } },
    async (request, reply) =>
      idempotency.answerInTransaction(request, reply, async (tx) => {
        const { accountId } = callerOf(request);
        const { id, sentence, expires_at } = await createChallenge({ ...deps, db: tx }, accountId);
        return {
          status: 201,
          body: { challenge_id: id, sentence, expires_at: expires_at.toISOString() },
        };
      }),
  );
}

function speakRoute(app: App, deps: ConsentDeps): void {
  const schema = {
    tags,
    summary: 'Prove consent by voice',
    description:
      'Takes a recording of the sentence of a challenge. It is transcribed, and its voice is compared with the samples of the clone. The consent record then says when it was verified. A recording that fails needs a new challenge.',
    consumes: ['multipart/form-data'],
    params: CloneParams,
    body: { content: { 'multipart/form-data': { schema: ConsentUpload } } },
    response: { 200: ConsentView, ...errors(404, 409, 422, 502, 503) },
  };
  // The form is read as it streams in; its schema is for the document.
  const validatorCompiler = () => () => true;
  app.post<{ Params: { id: string } }>(
    '/api/voices/clone/:id/consent',
    { schema, config: { ...own, permission: 'voices:manage', idempotent: true }, validatorCompiler },
    (request, reply) => answerSpokenConsent(deps, request, reply),
  );
}

function readRoute(app: App, deps: ConsentDeps): void {
  const schema = {
    tags,
    summary: 'Get the consent record of a clone',
    description: 'With a receipt that anybody can check. The record is kept after the clone was deleted.',
    params: CloneParams,
    response: { 200: ConsentView, ...errors(404) },
  };
  app.get('/api/voices/clone/:id/consent', { schema, config: own }, async (request) =>
    readConsent(deps, callerOf(request).accountId, request.params.id),
  );
}
