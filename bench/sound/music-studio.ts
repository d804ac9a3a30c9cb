import { createHash } from 'node:crypto';
import { compose } from '../../engines/music/composition/compose.ts';
import type { Score } from '../../engines/music/composition/score.ts';
import { findMusicFont } from '../../engines/music/index.ts';
import { openFont } from '../../engines/music/performance/font.ts';
import { perform } from '../../engines/music/performance/perform.ts';
import { SAMPLE_RATE } from '../../engines/music/performance/stereo.ts';
import { type Piece, seedOf } from '../../engines/music/plan.ts';
import { makePlan } from '../../engines/music/prompt/make-plan.ts';
import { readPrompt } from '../../engines/music/prompt/read-prompt.ts';
import { parseConfig } from '../../src/platform/config/index.ts';

export type Order = { prompt: string; seconds: number; seed?: number; isLoop?: boolean };

export type Take = {
  piece: Piece;
  score: Score;
  left: Float32Array;
  right: Float32Array;
  mono: Float32Array;
  hash: string;
  /** User and system time are counted together, composing included. */
  cpuSeconds: number;
  elapsedSeconds: number;
};

export type Studio = (order: Order) => Take;

export function pieceFor({ prompt, seconds, seed = 1, isLoop = false }: Order): Piece {
  return { plan: makePlan(readPrompt(prompt), prompt), seconds, seed: seedOf(prompt, seed), isLoop };
}

/** Plays in this process, so that its CPU time can be told from that of others. */
export async function openStudio(): Promise<Studio> {
  const files = await findMusicFont({ modelsDir: parseConfig(process.env).modelsDir });
  if (!files) throw new Error('the sound font is not installed');
  const font = await openFont(files.font, SAMPLE_RATE);
  return (order) => {
    const piece = pieceFor(order);
    const cpuBefore = process.cpuUsage();
    const before = performance.now();
    const score = compose(piece);
    const { left, right } = perform(font, score, piece, { withStems: false }).bus;
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      piece,
      score,
      left,
      right,
      mono: left.map((sample, i) => (sample + (right[i] as number)) / 2),
      hash: hashOf([left, right]),
      cpuSeconds: (user + system) / 1e6,
      elapsedSeconds: (performance.now() - before) / 1_000,
    };
  };
}

function hashOf(channels: readonly Float32Array[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of channels)
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}
