import { type Answer, Media } from '../../../client/src/index.ts';
import { openWav } from './wav.ts';

type SpokenPart = {
  characters: number | null;
  model: string | null;
  history_id: string | null;
  request_id: string | null;
};

type Speak = (text: string) => Promise<Answer<Media>>;

/**
 * Speaks the parts one after another, as one sound. Where a later one fails the sound ends there, because what came
 * before was paid for: `failure` says why.
 */
export async function speakParts(parts: readonly [string, ...string[]], format: 'wav' | 'pcm', speak: Speak) {
  const spoken: SpokenPart[] = [];
  const state = { failure: null as unknown, headerBytes: 0 };
  const [first, ...rest] = parts;
  const opening = await speak(first);
  note(opening);

  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* bytesOf(opening.data, true);
    for (const text of rest) {
      try {
        const answer = await speak(text);
        yield* bytesOf(answer.data, false);
        note(answer);
      } catch (error) {
        state.failure = error;
        return;
      }
    }
  }

  async function* bytesOf(media: Media, withHeader: boolean): AsyncGenerator<Uint8Array> {
    if (format === 'pcm') return yield* media;
    const { header, samples } = await openWav(media);
    if (withHeader) {
      state.headerBytes = header.length;
      yield header;
    }
    yield* samples;
  }

  function note({ data: { characters, model, historyId }, requestId }: Answer<Media>): void {
    spoken.push({ characters, model, history_id: historyId, request_id: requestId });
  }

  const headers = { 'content-type': opening.data.contentType };
  const media = new Media(new Response(ReadableStream.from(chunks()), { headers }));
  return { media, spoken, state };
}
