import type { SpeakerArtifact } from '../../src/engines/speech/index.ts';

/** How far from a mixture, in shares of what sets single voices apart from the mean. */
const SPREAD = 0.25;
const MIXED = 3;

/** Mixtures of a few voices, moved a little along what all of them differ in; always the same. */
export function aroundThem(presets: readonly SpeakerArtifact[], count: number): SpeakerArtifact[] {
  const random = randomFrom(7);
  const mean = meanOf(presets.map(({ style }) => style));
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: MIXED }, () => ({
      preset: presets[Math.floor(random() * presets.length)] as SpeakerArtifact,
      weight: -Math.log(1 - random()),
    }));
    const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
    const shares = presets.map(() => (SPREAD * normal(random)) / Math.sqrt(MIXED));
    const style = mean.map((middle, i) => {
      const mixed = parts.reduce(
        (sum, { preset, weight }) => sum + (weight / whole) * (preset.style[i] ?? 0),
        0,
      );
      return presets.reduce(
        (sum, preset, p) => sum + (shares[p] ?? 0) * ((preset.style[i] ?? 0) - middle),
        mixed,
      );
    });
    return { ...(parts[0]?.preset as SpeakerArtifact), style };
  });
}

export function meanOf(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0) / rows.length);
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
