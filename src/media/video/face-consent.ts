import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, errors } from '../../http/index.ts';
import {
  ConsentNotFound,
  ConsentTextView,
  FACE_CONSENT,
  FilmConsentView,
  filmConsentViewOf,
  findFilmConsent,
  type ReceiptSigner,
} from '../../library/consents/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { isPrefixedId } from '../../platform/ids.ts';

/** `requireFaceConsent`: a face that was uploaded speaks only with consent. */
export type FaceRule = { requireFaceConsent: boolean };

const FaceConsentRequired = domainError(
  'invalid',
  'consent_required',
  'A film of an uploaded face needs `consent: true`, which agrees to the text of GET /api/v1/avatars/consent.',
);

export const FaceConsentField = Type.Boolean({
  description:
    'For a picture or clip of your own: true agrees to the text of GET /api/v1/avatars/consent, and GET /api/v1/jobs/{id}/consent then has the record with its receipt. False is refused: 400 `consent_required`. Where the operator asks for it, so is a film without it.',
});

/** Returns what consent is recorded for. Null: it shows a preset, or nobody was asked. */
export function consentedFaceOf(
  { requireFaceConsent }: FaceRule,
  { faceHash, consent = requireFaceConsent ? false : undefined }: Consented,
): string | null {
  if (faceHash !== null && consent === false) throw new FaceConsentRequired();
  return consent ? faceHash : null;
}

type Consented = { faceHash: string | null; consent?: boolean | undefined };

export function faceConsentRoutes({
  db,
  receipts,
}: {
  db: Db;
  receipts: ReceiptSigner;
}): FastifyPluginAsyncTypebox {
  const tags = ['Video'];
  return async (app) => {
    const text = {
      tags,
      summary: 'Get the consent text for films of uploaded faces',
      response: { 200: ConsentTextView },
    };
    const open = { auth: 'public', bucket: 'public' } as const;
    app.get('/api/v1/avatars/consent', { schema: text, config: open }, async () => FACE_CONSENT);

    const read = {
      tags,
      summary: 'Get the consent record of a film',
      description: 'With a receipt that anybody can check with POST /api/voices/consent/verify.',
      params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
      response: { 200: FilmConsentView, ...errors(404) },
    };
    const own = { auth: 'bearer-or-session', permission: 'video:read' } as const;
    app.get('/api/v1/jobs/:id/consent', { schema: read, config: own }, async (request) => {
      const { id: jobId } = request.params;
      const { accountId } = callerOf(request);
      const consent = isPrefixedId('job', jobId) ? await findFilmConsent(db, accountId, jobId) : null;
      if (!consent) throw new ConsentNotFound();
      return filmConsentViewOf(consent, { jobId, receipt: receipts.receiptOf(consent) });
    });
  };
}
