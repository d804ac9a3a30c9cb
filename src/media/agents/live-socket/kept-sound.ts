import type { SpokenChunk } from '../../spoken-replies/index.ts';
import type { Owned } from '../conversations/live-queries.ts';
import { type KeepDeps, keepLiveAudio, type LiveSound } from '../conversations/turn-audio.ts';

const EAR_RATE = 16_000;

/** Keeps what both sides say, if the agent does. Storing it holds nobody up. */
export type KeptSound = {
  said(turn: number, samples: Float32Array): void;
  spoken(reply: number, chunk: SpokenChunk): void;
  turnEnded(turn: number, reply: number): void;
  /** Resolves when everything is stored. */
  stored(): Promise<void>;
};

type Keeping = { keeps: boolean; rate: number; model: string; voiceId: string };

export function createKeptSound(
  deps: KeepDeps,
  { accountId, id: conversationId }: Owned,
  { keeps, rate, ...voice }: Keeping,
): KeptSound {
  const callers = new Map<number, Float32Array>();
  const replies = new Map<number, SpokenChunk[]>();
  const storing = new Set<Promise<void>>();

  function store(number: number, chunks: readonly SpokenChunk[]): void {
    const caller = callers.get(number);
    callers.delete(number);
    const sounds = {
      ...(caller && { caller: { samples: caller, rate: EAR_RATE } }),
      ...(chunks.length > 0 && { reply: joined(chunks, rate) }),
    };
    if (Object.keys(sounds).length === 0) return;
    const work = keepLiveAudio(deps, { accountId, conversationId, number }, sounds, voice)
      .catch((err: unknown) => deps.log.warn({ err }, 'the sound of a turn was not kept'))
      .finally(() => storing.delete(work));
    storing.add(work);
  }

  return {
    said(turn, samples) {
      if (keeps) callers.set(turn, samples);
    },
    spoken(reply, chunk) {
      if (keeps) replies.set(reply, [...(replies.get(reply) ?? []), chunk]);
    },
    turnEnded(turn, reply) {
      const chunks = replies.get(reply) ?? [];
      replies.delete(reply);
      store(turn, chunks);
    },
    async stored() {
      for (const turn of [...callers.keys()]) store(turn, []);
      await Promise.all(storing);
    },
  };
}

/** A reply that went on after a false interruption repeats a word; the later one counts. */
function joined(chunks: readonly SpokenChunk[], rate: number): LiveSound {
  const at = (ms: number): number => Math.round((ms * rate) / 1_000);
  const length = Math.max(...chunks.map(({ startMs, samples }) => at(startMs) + samples.length));
  const samples = new Float32Array(length);
  for (const chunk of chunks) samples.set(chunk.samples, at(chunk.startMs));
  return { samples, rate };
}
