import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, accessEnded, callerOf, clientGone, type Idempotency } from '../../http/index.ts';
import {
  type Speech,
  type SpeechDeps,
  type SpeechRequest,
  type SpeechStreams,
  synthesizeSpeech,
} from '../speech/index.ts';
import { EVENT_STREAM, eventOf } from './events.ts';

export type SpeechEventDeps = SpeechDeps & { idempotency: Idempotency; streams: SpeechStreams };

type Facts = Pick<Speech, 'characters' | 'model' | 'historyId' | 'cache'>;

/** Speech as OpenAI's events. As with plain audio, an Idempotency-Key makes the whole first. */
export async function answerAsEvents(
  deps: SpeechEventDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const context = {
    requestId: request.id,
    signal: AbortSignal.any([clientGone(reply), accessEnded(request)]),
  };
  if (request.headers['idempotency-key'] !== undefined)
    return deps.idempotency.answerOnce(request, reply, (keeper) =>
      synthesizeSpeech(deps, caller, body, { ...context, kind: 'tts', keeper, answerWith: wholeAnswer }),
    );
  const speech = await deps.streams.open(caller, body, context);
  const events = Readable.from(eventsOf(speech.body, speech.characters), { objectMode: false });
  return reply.headers(headersOf(speech)).send(events);
}

async function* eventsOf(audio: AsyncIterable<Buffer>, characters: number): AsyncGenerator<string> {
  for await (const chunk of audio) yield deltaOf(chunk);
  yield doneOf(characters);
}

function wholeAnswer(speech: Speech): Answer {
  const body = Buffer.from(deltaOf(speech.audio) + doneOf(speech.characters));
  return { status: 200, headers: headersOf(speech), body };
}

function deltaOf(audio: Buffer): string {
  return eventOf({ type: 'speech.audio.delta', audio: audio.toString('base64') });
}

/** Speech is metered by the character here; clients expect the figures under these names. */
function doneOf(characters: number): string {
  const usage = { input_tokens: characters, output_tokens: 0, total_tokens: characters };
  return eventOf({ type: 'speech.audio.done', usage });
}

function headersOf({ characters, model, historyId, cache }: Facts): Record<string, string> {
  return {
    ...EVENT_STREAM,
    'x-characters': String(characters),
    'x-model': model,
    'x-cache': cache,
    'x-history-id': historyId,
    'x-provenance-id': historyId,
  };
}
