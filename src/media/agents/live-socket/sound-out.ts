import { createSoundEncoder, type PacketFormat } from '../../../../engines/codec/index.ts';
import type { SpokenChunk } from '../../spoken-replies/index.ts';
import { wordView } from './events.ts';

type SoundMessage = { event: object; packets: Uint8Array[] };

/** The sound of replies in the client's format. One reply at a time. */
export type SoundOut = {
  chunk(reply: number, chunk: SpokenChunk): SoundMessage;
  /** Drops sound that the encoder still holds. */
  stop(): void;
  /** Returns the sound that the encoder still holds. Null if there is none. */
  finish(reply: number): SoundMessage | null;
};

export function createSoundOut(format: PacketFormat, rate: number): SoundOut {
  const encoder = createSoundEncoder(format, rate);
  let sentMs = 0;
  const message = (
    reply: number,
    packets: Uint8Array[],
    { startMs, endMs, words }: Pick<SpokenChunk, 'startMs' | 'endMs' | 'words'>,
  ): SoundMessage => ({
    event: {
      type: 'audio',
      reply,
      start_ms: Math.round(startMs),
      end_ms: Math.round(endMs),
      words: words.map(wordView),
      packets: packets.length,
    },
    packets,
  });
  return {
    chunk(reply, chunk) {
      sentMs = chunk.endMs;
      return message(reply, encoder.push(chunk.samples), chunk);
    },
    stop: () => encoder.reset(),
    finish(reply) {
      const packets = encoder.flush();
      encoder.reset();
      return packets.length === 0
        ? null
        : message(reply, packets, { startMs: sentMs, endMs: sentMs, words: [] });
    },
  };
}
