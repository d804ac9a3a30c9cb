import type { Caller } from '../../http/index.ts';
import { voiceIdOf } from '../openai/index.ts';
import {
  asTheyLeave,
  openReplyVoice,
  payForClause,
  type ReplyVoiceDeps,
  type SpokenChunk,
  speakReply,
} from '../spoken-replies/index.ts';
import type { Spoken, VoiceWanted } from './ports.ts';

export type SpeakDeps = ReplyVoiceDeps;

/** Each clause is paid before its first sound, and its words come with that sound. */
export async function* speak(
  deps: SpeakDeps,
  caller: Caller,
  requestId: string,
  text: AsyncIterable<string>,
  { voice, speed, language, signal }: VoiceWanted,
): AsyncGenerator<Spoken> {
  const { engine } = deps;
  const { min, max } = engine.capabilities.speed;
  const wanted = {
    kind: 'realtime',
    voice_id: voiceIdOf(voice),
    language,
    speed: Math.min(max, Math.max(min, speed)),
  };
  const replyVoice = await openReplyVoice(deps, caller, wanted, requestId);
  let written = '';
  const chunks = speakReply(engine, remembered(text), {
    voice: replyVoice.utterance,
    signal,
    onBehalfOf: { accountId: caller.accountId },
    async permit(clause) {
      signal.throwIfAborted();
      await payForClause(await replyVoice.reserve(clause), signal);
      return true;
    },
  });
  try {
    const leaving = asTheyLeave(chunks, replyVoice.left);
    yield* inTranscript(leaving, ({ start, end }) => written.slice(start, end));
  } finally {
    await replyVoice.record();
  }

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
  let length = 0;
  let shift = 0;
  let index = -1;
  for await (const { samples, words, clause } of chunks) {
    const text = clause.index === index ? '' : textOf(clause);
    if (clause.index !== index) shift = length - clause.start;
    index = clause.index;
    length += text.length;
    const placed = words.map((word) => ({ ...word, start: word.start + shift, end: word.end + shift }));
    yield { text, samples, words: placed };
  }
}
