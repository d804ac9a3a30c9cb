import { createChance } from '../../engines/dsp/index.ts';
import { coded, FATES, RATE } from '../fingerprint/fates.ts';
import {
  bandLevels,
  betweenRates,
  framesOf,
  gainsOfBands,
  magnitudesOf,
  randomWaves,
  throughMel,
  withGains,
  withNewPhases,
} from './spectra.ts';

/** `marked` is what the attacker has. The others are what somebody may get who asks the service again, or runs the program. */
export type Target = {
  marked: Float32Array;
  /** The same sentence, its mark begun at another place of the pattern. */
  otherMark: Float32Array;
  /** The mark of another sentence: its marked sound less its unmarked sound. */
  otherResidue: Float32Array;
  mark(sound: Float32Array): Promise<Float32Array>;
  denoise(sound: Float32Array): Promise<Float32Array>;
};

type Attack = {
  by: (target: Target) => Float32Array | Promise<Float32Array>;
  /** Times and pitches stay, so levels can be compared. */
  isAligned?: true;
};

const aligned = (by: Attack['by']): Attack => ({ by, isAligned: true });
const filtered = (graph: string): Attack['by'] => alone(coded(['-af', graph], 'wav'));
const through = (args: readonly string[], extension: string): Attack['by'] => alone(coded(args, extension));

export const ATTACKS: Record<string, Attack> = {
  none: aligned(({ marked }) => marked),
  'speed wanders by ±1 %': { by: alone((sound) => wandering(sound, 0.01)) },
  'speed wanders by ±4 %': { by: alone((sound) => wandering(sound, 0.04)) },
  'pitch a semitone up': { by: filtered('rubberband=pitch=1.059463') },
  'pitch a semitone down': { by: filtered('rubberband=pitch=0.943874') },
  'tempo 10 % faster': { by: filtered('atempo=1.1') },
  'room, 3.2 m': { by: alone((sound) => FATES['room, 3.2 m']?.(sound) ?? sound) },
  'denoiser of ffmpeg, 30 dB': aligned(filtered('afftdn=nr=30:nf=-25')),
  'non-local means of ffmpeg': aligned(filtered('anlmdn=s=0.01')),
  'our denoiser': aligned(({ marked, denoise }) => denoise(marked)),
  'gate for each bin, 20 dB under its median peak': aligned(alone(gated)),
  'median of 3 samples': aligned(alone((sound) => median(sound, 1))),
  'median of 7 samples': aligned(alone((sound) => median(sound, 3))),
  'blocks of 50 ms swapped': { by: alone((sound) => swapped(sound, 0.05)) },
  'blocks of 200 ms swapped': { by: alone((sound) => swapped(sound, 0.2)) },
  'blocks of 500 ms swapped': { by: alone((sound) => swapped(sound, 0.5)) },
  'Opus, 6 kbit/s': aligned(through(['-c:a', 'libopus', '-b:a', '6k', '-application', 'voip'], 'opus')),
  'GSM, 13 kbit/s': aligned(through(['-ar', '8000', '-c:a', 'libgsm_ms'], 'wav')),
  'Codec 2, 3.2 kbit/s': { by: through(['-ar', '8000', '-c:a', 'libcodec2', '-mode', '3200'], 'c2') },
  'Codec 2, 1.2 kbit/s': { by: through(['-ar', '8000', '-c:a', 'libcodec2', '-mode', '1200'], 'c2') },
  'new phases (Griffin and Lim)': aligned(alone((sound) => vocoded(sound, (rows) => rows))),
  'vocoder: 80 mel bands, new phases': aligned(
    alone((sound) => vocoded(sound, (rows) => throughMel(rows, 80))),
  ),
  'vocoder: 40 mel bands, new phases': aligned(
    alone((sound) => vocoded(sound, (rows) => throughMel(rows, 40))),
  ),
  'mean of two marked copies': aligned(({ marked, otherMark }) =>
    marked.map((x, i) => (x + (otherMark[i] ?? 0)) / 2),
  ),
  'mark of another sentence subtracted': aligned(({ marked, otherResidue }) =>
    marked.map((x, i) => x - (otherResidue[i] ?? 0)),
  ),
  'levels of 48 bands waved by 1 dB': aligned(alone((sound) => waved(sound, 1))),
  'levels of 48 bands waved by 2 dB': aligned(alone((sound) => waved(sound, 2))),
  'levels of 48 bands waved by 4 dB': aligned(alone((sound) => waved(sound, 4))),
  'what waves at 4 to 14 Hz halved': aligned(alone((sound) => stilled(sound, 0.5))),
  'what waves at 4 to 14 Hz removed': aligned(alone((sound) => stilled(sound, 1))),
  'the embedder: its mark of the marked sound subtracted': aligned(withoutMark),
};

function alone(change: (sound: Float32Array) => Float32Array): Attack['by'] {
  return ({ marked }) => change(marked);
}

function wandering(sound: Float32Array, share: number): Float32Array {
  const period = 3 * RATE;
  return sound.map((_, n) => {
    const at = n + ((share * period) / (2 * Math.PI)) * Math.sin((2 * Math.PI * n) / period);
    const i = Math.floor(at);
    const [a = 0, b = 0, c = 0, d = 0] = [sound[i - 1], sound[i], sound[i + 1], sound[i + 2]];
    const t = at - i;
    // Catmull and Rom.
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  });
}

function gated(sound: Float32Array): Float32Array {
  return withGains(sound, (rows) => {
    const floors = (rows[0] ?? new Float64Array()).map((_, k) => {
      const sorted = rows.map((row) => row[k] ?? 0).sort((a, b) => a - b);
      return 0.1 * (sorted[Math.floor(0.9 * sorted.length)] ?? 0);
    });
    return rows.map((row) => row.map((value, k) => (value < (floors[k] ?? 0) ? 0.03 : 1)));
  });
}

function median(sound: Float32Array, reach: number): Float32Array {
  return sound.map((_, i) => sound.slice(Math.max(0, i - reach), i + reach + 1).sort()[reach] ?? 0);
}

/** Neighbours change places. */
function swapped(sound: Float32Array, seconds: number): Float32Array {
  const block = Math.round(seconds * RATE);
  const made = sound.slice();
  for (let at = 0; at + 2 * block <= sound.length; at += 2 * block) {
    made.set(sound.subarray(at, at + block), at + block);
    made.set(sound.subarray(at + block, at + 2 * block), at);
  }
  return made;
}

function vocoded(sound: Float32Array, change: (rows: Float64Array[]) => Float64Array[]): Float32Array {
  return withNewPhases(change(framesOf(sound).map(magnitudesOf)), sound.length);
}

function waved(sound: Float32Array, decibels: number): Float32Array {
  return withGains(sound, (rows) => gainsOfBands(randomWaves(rows.length, decibels)));
}

function stilled(sound: Float32Array, share: number): Float32Array {
  return withGains(sound, (rows) =>
    gainsOfBands(
      betweenRates(bandLevels(rows)).map((row) =>
        row.map((value) => Math.max(-12, Math.min(12, -share * value))),
      ),
    ),
  );
}

/** The pattern begins with the sound, as the attacker may guess. */
async function withoutMark({ marked, mark }: Target): Promise<Float32Array> {
  const twice = await mark(marked);
  return marked.map((x, i) => 2 * x - (twice[i] ?? 0));
}

/** Sound of nothing, to begin the pattern later. */
export function silence(seconds: number): Float32Array {
  const chance = createChance(1);
  return Float32Array.from({ length: Math.round(seconds * RATE) }, () => 1e-6 * (chance() - 0.5));
}
