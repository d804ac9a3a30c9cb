import type { Codec } from '../../engines/codec/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import type { ChargeDeps } from '../../money/ledger/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { History } from '../history/index.ts';
import type { Recordings } from '../recordings/index.ts';
import { orderAudio } from './order-audio.ts';
import type { SpeechRequest } from './schemas.ts';
import { speakWhole } from './speak-whole.ts';

export type Spoken = {
  audio: Buffer;
  contentType: string;
  characters: number;
  model: string;
  cache: 'hit' | 'miss';
  historyId: string;
  durationSeconds: number;
};

/** How the answer reaches the caller, and what is kept of it in the transaction that charges for it. */
export type Delivery<Result> = {
  requestId: string;
  signal: AbortSignal;
  /** On top of the credits, where the route asks for some. */
  routingCredits?: number | undefined;
  /** Keeps the result outside the transaction, where it may take its time. */
  prepare?: ((result: Result) => Promise<void>) | undefined;
  commit?: ((tx: Tx, result: Result) => Promise<void>) | undefined;
};

export type SpeechDeps = ChargeDeps & {
  engine: SpeechEngine;
  codec: Codec;
  recordings: Recordings;
  history: History;
};

export async function synthesizeSpeech(
  deps: SpeechDeps,
  caller: Caller,
  request: SpeechRequest,
  delivery: Delivery<Spoken>,
): Promise<Spoken> {
  const ordered = await orderAudio(deps, caller, request, delivery.requestId);
  const { characters, model, encoder } = ordered;
  const { contentType } = encoder;
  return speakWhole(deps, { ...ordered, kind: 'tts' }, delivery, ({ audio, tally, cache, historyId }) => ({
    audio,
    contentType,
    characters,
    model,
    cache,
    historyId,
    durationSeconds: tally.seconds(),
  }));
}
