import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../../engines/codec/index.ts';
import { type Answer, callerOf, clientGone, type Idempotency } from '../../http/index.ts';
import type { SpeechRequest } from './schemas.ts';
import {
  type Speech,
  type SpeechContext,
  type SpeechDeps,
  type SpeechFacts,
  type StreamContext,
  synthesizeSpeech,
} from './speak.ts';
import type { SpeechStreams } from './streams.ts';

export type AnswerDeps = SpeechDeps & { idempotency: Idempotency; streams: SpeechStreams };

export const SPEECH_HEADERS = {
  'X-Characters': { type: 'integer', description: 'Characters in the text, one credit each.' },
  'X-Model': { type: 'string', description: 'Speech model.' },
  'X-Cache': {
    type: 'string',
    enum: ['hit', 'miss'],
    description: 'Whether the audio came from the cache of your account. The price is the same.',
  },
  'Content-Language': {
    type: 'string',
    description: 'The languages that are spoken, in the order of the text: `en-US, fr`.',
  },
  'X-History-Id': { type: 'string', description: 'Id in GET /api/v1/history.' },
  'X-Provenance-Id': { type: 'string', description: 'Id in GET /api/v1/provenance.' },
};

const binary = { schema: { type: 'string', format: 'binary' } };
export const SPEECH_CONTENT = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, binary]));

export function answerWhole(
  deps: AnswerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
  kind: SpeechContext['kind'],
  answerWith: (speech: Speech) => Answer | Promise<Answer>,
): Promise<FastifyReply> {
  return deps.idempotency.answerOnce(request, reply, (keeper) => {
    const context = { ...contextOf(request, reply), kind, keeper, answerWith };
    return synthesizeSpeech(deps, callerOf(request), body, context);
  });
}

/**
 * Streams the audio. With an Idempotency-Key it is made completely first, because only a complete answer can be
 * replayed.
 */
export async function answerAsStream(
  deps: AnswerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
): Promise<FastifyReply> {
  if (request.headers['idempotency-key'] !== undefined)
    return answerWhole(deps, request, reply, body, 'tts', audioAnswer);
  const speech = await deps.streams.open(callerOf(request), body, contextOf(request, reply));
  return reply.headers(headersOf(speech)).send(speech.body);
}

/** Reads the context from a request that is answered at once, so the facts from its authentication still hold. */
function contextOf(request: FastifyRequest, reply: FastifyReply): StreamContext {
  const { hasPronunciations } = callerOf(request);
  const { accessEnded: ended } = request;
  const gone = clientGone(reply);
  // Audio sent before the access ended is charged, as when the client leaves.
  const signal = ended ? AbortSignal.any([gone, ended]) : gone;
  return { requestId: request.id, signal, hasPronunciations };
}

export function audioAnswer(speech: Speech): Answer {
  return { status: 200, headers: headersOf(speech), body: speech.audio };
}

function headersOf(speech: SpeechFacts): Record<string, string> {
  return {
    'content-type': speech.contentType,
    'x-characters': String(speech.characters),
    'x-model': speech.model,
    'x-cache': speech.cache,
    'x-history-id': speech.historyId,
    'x-provenance-id': speech.historyId,
    'content-language': namesOf(speech),
  };
}

export function namesOf({ languages }: Pick<SpeechFacts, 'languages'>): string {
  return [...new Set(languages.map(({ language }) => language))].join(', ');
}
