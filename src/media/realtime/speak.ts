import type { SpeechEngine } from '../../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type SpokenChunk, speakReply } from '../agents/index.ts';
import { voiceIdOf } from '../openai/index.ts';
import { readSpeech, voiceOf } from '../speech/index.ts';
import type { Meter } from './meter.ts';
import type { Spoken, VoiceWanted } from './ports.ts';

export type SpeakDeps = { db: Db; clock: Clock; engine: SpeechEngine };

/** Any voice can read a digit, so this finds the voice alone. */
const SHORTEST_TEXT = '1';

/** Each clause is paid before its first sound, and its words come with that sound. */
export async function* speak(
  deps: SpeakDeps,
  caller: Caller,
  meter: Pick<Meter, 'say'>,
  text: AsyncIterable<string>,
  { voice, speed, language, signal }: VoiceWanted,
): AsyncGenerator<Spoken> {
  const { engine } = deps;
  const { min, max } = engine.capabilities.speed;
  const wanted = { voice_id: voiceIdOf(voice), language, speed: Math.min(max, Math.max(min, speed)) };
  const read = await readSpeech(deps, caller, { ...wanted, text: SHORTEST_TEXT });
  voiceOf(read);
  const { text: _, ...utterance } = read.utterance;
  let written = '';
  let isFirst = true;
  const chunks = speakReply(engine, remembered(text), {
    voice: utterance,
    signal,
    onBehalfOf: { accountId: caller.accountId },
    async permit({ speech }) {
      await meter.say(read, { text: speech.replace(/\s+/gu, ' ').trim(), isFirst }, signal);
      isFirst = false;
      return true;
    },
  });
  yield* inTranscript(chunks, ({ start, end }) => written.slice(start, end));

  async function* remembered(deltas: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const delta of deltas) {
      written += delta;
      yield delta;
    }
  }
}

/** The transcript has only what is spoken: places in the reply become places in it. */
async function* inTranscript(
  chunks: AsyncIterable<SpokenChunk>,
  textOf: (clause: SpokenChunk['clause']) => string,
): AsyncGenerator<Spoken> {
  let [length, shift, index] = [0, 0, -1];
  for await (const { samples, words, clause } of chunks) {
    const text = clause.index === index ? '' : textOf(clause);
    if (clause.index !== index) shift = length - clause.start;
    index = clause.index;
    length += text.length;
    const placed = words.map((word) => ({ ...word, start: word.start + shift, end: word.end + shift }));
    yield { text, samples, words: placed };
  }
}
