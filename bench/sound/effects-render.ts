import { readPrompt } from '../../engines/sound-effects/prompt/read-prompt.ts';
import { renderEffect, SAMPLE_RATE } from '../../engines/sound-effects/render.ts';

export type Effect = { mono: Float32Array; lufs: number; truePeakDb: number; cpuMs: number };

/** An effect by its prompt, with seed 1, and the CPU time of making it. */
export function effectOf(
  prompt: string,
  { seconds, loop = false }: { seconds?: number; loop?: boolean } = {},
): Effect {
  const before = process.cpuUsage();
  const read = readPrompt(prompt, seconds);
  if (!read) throw new Error(`nothing is near "${prompt}"`);
  const { channels, lufs, truePeakDb } = renderEffect(read.plan, { seed: 1, loop });
  const { user, system } = process.cpuUsage(before);
  const [left, right] = channels as [Float32Array, Float32Array];
  const mono = left.map((sample, i) => (sample + (right[i] as number)) / 2);
  return { mono, lufs, truePeakDb, cpuMs: (user + system) / 1_000 };
}

export { SAMPLE_RATE };
