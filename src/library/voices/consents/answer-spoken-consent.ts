import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  type AnswerKeeper,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  type Idempotency,
  isUuid,
  receiveUpload,
  type Upload,
} from '../../../http/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { MEGABYTE } from '../../../platform/megabyte.ts';
import {
  ConsentNotFound,
  consentViewOf,
  type ReceiptSigner,
  selectCloneConsents,
} from '../../consents/index.ts';
import { RecordingRequired } from './errors.ts';
import { type SpokenConsentDeps, verifySpokenConsent } from './spoken-consent.ts';

export type ConsentDeps = SpokenConsentDeps & {
  receipts: ReceiptSigner;
  uploads: ConcurrencyLimit;
  idempotency: Idempotency;
};

const UPLOAD_LIMITS = { maxFiles: 1, maxFileBytes: 8 * MEGABYTE };

export function answerSpokenConsent(
  deps: ConsentDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { accountId } = callerOf(request);
  const which = { accountId, cloneId: request.params.id, signal: clientGone(reply) };
  const receive = () =>
    receiveUpload(request, UPLOAD_LIMITS, (upload) => {
      const recording = recordingOf(upload);
      const verify = (keeper: AnswerKeeper | null) =>
        verifyAndAnswer(deps, { ...which, ...recording }, keeper);
      return deps.idempotency.answerOnce(request, reply, verify, [recording.challengeId, recording.sha256]);
    });
  return deps.uploads.run(accountId, receive);
}

function recordingOf({ files, fields }: Upload) {
  const challengeId = fields.challenge_id;
  const [file] = files;
  if (!challengeId || !file) throw new RecordingRequired();
  return { challengeId, path: file.path, sha256: file.sha256 };
}

type Spoken = { accountId: string; cloneId: string; challengeId: string; path: string; signal: AbortSignal };

async function verifyAndAnswer(
  deps: ConsentDeps,
  { accountId, ...spoken }: Spoken,
  keeper: AnswerKeeper | null,
): Promise<Answer> {
  let answer: Answer | undefined;
  const commit = async (tx: Tx) => {
    const body = await readConsent({ ...deps, db: tx }, accountId, spoken.cloneId);
    answer = { status: 200, body };
    await keeper?.keep(tx, answer);
  };
  await verifySpokenConsent(deps, accountId, { ...spoken, commit });
  if (!answer) throw new Error('the consent was not verified');
  return answer;
}

export async function readConsent(
  { db, receipts }: { db: Db; receipts: ReceiptSigner },
  accountId: string,
  cloneId: string,
) {
  const [consent] = isUuid(cloneId) ? await selectCloneConsents(db, accountId, [cloneId]) : [];
  if (!consent) throw new ConsentNotFound();
  return consentViewOf(consent, receipts.receiptOf(consent));
}
