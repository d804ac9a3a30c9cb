import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  type AnswerKeeper,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  type Idempotency,
} from '../../http/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { receiveAudio } from './receive-audio.ts';
import type { TranscriptBody } from './schemas.ts';
import { type TranscriptionDeps, transcribeAudio, type Wanted } from './transcribe-audio.ts';

export type AnswerDeps = TranscriptionDeps & {
  idempotency: Idempotency;
  outbound: OutboundPolicy;
  uploads: ConcurrencyLimit;
};

/** Reads the fields of a request: what to transcribe, and the format of the answer. */
export type ReadFields = (fields: Record<string, string>) => {
  wanted: Wanted;
  answerWith(result: TranscriptBody): Answer;
};

export function answerTranscription(
  deps: AnswerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  read: ReadFields,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  const receive = () =>
    receiveAudio(deps.outbound, request, (received) => {
      const { wanted, answerWith } = read(received.fields);
      const run = async (keeper: AnswerKeeper | null): Promise<Answer> => {
        const result = await transcribeAudio(deps, callerOf(request), received, wanted, {
          requestId: request.id,
          signal,
          prepare: keeper ? (made) => keeper.stash(answerWith(made)) : undefined,
          commit: keeper ? (tx, made) => keeper.keep(tx, answerWith(made)) : undefined,
        });
        return answerWith(result);
      };
      return deps.idempotency.answerOnce(request, reply, run, received.fingerprint);
    });
  return deps.uploads.run(callerOf(request).accountId, receive);
}

/** `auto` means the same as no language; `en-US` is English. */
export function languageFrom(field: string | undefined): string | undefined {
  const code = field?.trim().toLowerCase();
  if (!code || code === 'auto') return undefined;
  return code.split(/[-_]/u)[0];
}
