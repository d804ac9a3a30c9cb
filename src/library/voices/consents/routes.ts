import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type Answer,
  type AnswerKeeper,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  errors,
  type Idempotency,
  isUuid,
  receiveUpload,
} from '../../../http/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { MEGABYTE } from '../../../platform/megabyte.ts';
import {
  CONSENT,
  ConsentNotFound,
  ConsentTextView,
  ConsentView,
  consentViewOf,
  type ReceiptSigner,
  selectCloneConsents,
} from '../../consents/index.ts';
import { CloneParams } from '../schemas.ts';
import { RecordingRequired } from './errors.ts';
import { Challenge, ConsentUpload, KeyView, Verdict, VerifyRequest } from './schemas.ts';
import { createChallenge, type SpokenConsentDeps, verifySpokenConsent } from './spoken-consent.ts';

export type ConsentDeps = SpokenConsentDeps & {
  receipts: ReceiptSigner;
  uploads: ConcurrencyLimit;
  idempotency: Idempotency;
};

const UPLOAD_LIMITS = { maxFiles: 1, maxFileBytes: 8 * MEGABYTE };

export function consentRoutes(deps: ConsentDeps): FastifyPluginAsyncTypebox {
  const { db, receipts, idempotency } = deps;
  const tags = ['Voice consent'];
  const own = { auth: 'bearer-or-session', permission: 'voices:read' } as const;
  const open = { auth: 'public', bucket: 'public' } as const;

  async function readConsent(from: Db, accountId: string, cloneId: string) {
    const [consent] = isUuid(cloneId) ? await selectCloneConsents(from, accountId, [cloneId]) : [];
    if (!consent) throw new ConsentNotFound();
    return consentViewOf(consent, receipts.receiptOf(consent));
  }

  return async (app) => {
    const text = { tags, summary: 'Get the consent text in force', response: { 200: ConsentTextView } };
    app.get('/api/voices/consent', { schema: text, config: open }, async () => CONSENT);

    const challenge = {
      tags,
      summary: 'Get a sentence to read aloud',
      description: 'For spoken consent. The sentence is random, valid for 15 minutes and for one recording.',
      response: { 201: Challenge },
    };
    app.post(
      '/api/voices/consent/challenge',
      { schema: challenge, config: { ...own, permission: 'voices:manage', idempotent: true } },
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

    const speak = {
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
      { schema: speak, config: { ...own, permission: 'voices:manage', idempotent: true }, validatorCompiler },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const signal = clientGone(reply);
        const cloneId = request.params.id;
        const receive = () =>
          receiveUpload(request, UPLOAD_LIMITS, async ({ files, fields }) => {
            const challengeId = fields.challenge_id;
            const [file] = files;
            if (!challengeId || !file) throw new RecordingRequired();
            const { path, sha256 } = file;
            const verify = async (keeper: AnswerKeeper | null) => {
              let answer: Answer | undefined;
              const commit = async (tx: Tx) => {
                answer = { status: 200, body: await readConsent(tx, accountId, cloneId) };
                await keeper?.keep(tx, answer);
              };
              await verifySpokenConsent(deps, accountId, { cloneId, challengeId, path, signal, commit });
              if (!answer) throw new Error('the consent was not verified');
              return answer;
            };
            return idempotency.answerOnce(request, reply, verify, [challengeId, sha256]);
          });
        return deps.uploads.run(accountId, receive);
      },
    );

    const read = {
      tags,
      summary: 'Get the consent record of a clone',
      description: 'With a receipt that anybody can check. The record is kept after the clone was deleted.',
      params: CloneParams,
      response: { 200: ConsentView, ...errors(404) },
    };
    app.get('/api/voices/clone/:id/consent', { schema: read, config: own }, async (request) =>
      readConsent(db, callerOf(request).accountId, request.params.id),
    );

    const key = {
      tags,
      summary: 'Get the key that signs consent receipts',
      description: 'Ed25519. Receipts are JWS (EdDSA) in compact form.',
      response: { 200: KeyView },
    };
    app.get('/api/voices/consent/public-key', { schema: key, config: open }, async () => receipts.publicKey);

    const check = {
      tags,
      summary: 'Check a consent receipt',
      body: VerifyRequest,
      response: { 200: Verdict },
    };
    app.post('/api/voices/consent/verify', { schema: check, config: open }, async (request) => {
      const said = receipts.read(request.body.receipt);
      return said ? { valid: true, consent: said } : { valid: false, consent: null };
    });
  };
}
