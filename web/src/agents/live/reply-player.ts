import { fromPcm } from '../../audio/wav.ts';
import { OUTPUT_RATE, type ReplyId } from './protocol.ts';

/** Time in which the browser prepares a sound; an earlier one would be cut at its beginning. */
const LEAD_SECONDS = 0.02;

type Chunk = {
  reply: ReplyId;
  /** Place in the sound of the reply. */
  startMs: number;
  endMs: number;
  /** The chunk is heard at this time, in seconds of the context. */
  at: number;
  source: AudioBufferSourceNode;
};

export type Position = { reply: ReplyId; ms: number };

/** Plays the sound of replies without gaps, and knows what of it was heard. */
export function createReplyPlayer(context: AudioContext) {
  let chunks: Chunk[] = [];
  let nextAt = 0;
  let stoppedAt: Position | null = null;
  const now = () => context.currentTime - (context.outputLatency || 0);
  const isOver = ({ at, startMs, endMs }: Chunk) => now() >= at + (endMs - startMs) / 1_000;

  /** Returns the position that is heard now, or was heard last. */
  const position = (): Position | null => {
    const begun = chunks.findLast(({ at }) => at <= now());
    if (!begun) return stoppedAt;
    const ms = begun.startMs + (now() - begun.at) * 1_000;
    return { reply: begun.reply, ms: Math.round(Math.min(begun.endMs, ms)) };
  };

  return {
    position,
    play(reply: ReplyId, startMs: number, pcm: Uint8Array): void {
      const samples = fromPcm(pcm);
      if (samples.length === 0) return;
      const source = context.createBufferSource();
      source.buffer = context.createBuffer(1, samples.length, OUTPUT_RATE);
      source.buffer.copyToChannel(samples, 0);
      source.connect(context.destination);
      const at = Math.max(nextAt, context.currentTime + LEAD_SECONDS);
      source.start(at);
      const seconds = samples.length / OUTPUT_RATE;
      nextAt = at + seconds;
      // The last one stays: it says how far the reply was heard.
      chunks = chunks.filter((chunk, index) => index === chunks.length - 1 || !isOver(chunk));
      chunks.push({ reply, startMs, endMs: startMs + seconds * 1_000, at, source });
    },
    /** Drops what was not heard yet, and says how much was. */
    stop(reply: ReplyId): number {
      const here = position();
      for (const chunk of chunks) if (chunk.reply === reply) chunk.source.stop();
      chunks = chunks.filter((chunk) => chunk.reply !== reply);
      nextAt = 0;
      stoppedAt = { reply, ms: here?.reply === reply ? here.ms : 0 };
      return stoppedAt.ms;
    },
    /** Drops everything. */
    silence(): void {
      for (const { source } of chunks) source.stop();
      chunks = [];
      nextAt = 0;
      stoppedAt = null;
    },
    /** Some of the reply is still to be heard while this is true. */
    isBusy: () => chunks.some((chunk) => !isOver(chunk)),
  };
}
