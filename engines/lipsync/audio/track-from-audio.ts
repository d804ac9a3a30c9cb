import { widenClosures } from '../closures.ts';
import { LOUDNESS_RATE, meanLoudness, measureLoudness } from '../loudness.ts';
import { type Samples, sourceOf } from '../sample-source.ts';
import type { MouthTrack, Viseme, VisemeCue } from '../types.ts';
import { stopVisemeOf, visemeOf } from './classify.ts';
import { type Moment, momentsOf } from './spectra.ts';

/** Shorter shapes are merged into a neighbour. */
const SHORTEST_SECONDS = 0.05;
/** A silence of at most this length between two sounds is a stop, not a pause. */
const LONGEST_STOP_SECONDS = 0.13;

type Stretch = { viseme: Viseme; from: number; to: number };

/** Finds visemes by rules on loudness and spectrum, for audio without a known text. */
export async function trackFromAudio(samples: Samples, sampleRate: number): Promise<MouthTrack> {
  const loudness = await measureLoudness(samples, sampleRate);
  const moments = await momentsOf(sourceOf(samples), sampleRate);
  const visemes = moments.map((moment, i) => visemeOf(moment, loudness[i] ?? 0));
  const stretches = withoutFlicker(withStops(stretchesOf(visemes), moments));
  const durationSeconds = samples.length / sampleRate;
  const cues = stretches.map(({ viseme, from, to }): VisemeCue => {
    const startSeconds = from / LOUDNESS_RATE;
    const endSeconds = Math.min(durationSeconds, to / LOUDNESS_RATE);
    const stress = viseme === 'sil' ? 0 : meanLoudness(loudness, startSeconds, endSeconds);
    return { viseme, startSeconds, endSeconds, stress };
  });
  return { durationSeconds, cues: widenClosures(cues), loudness };
}

function stretchesOf(visemes: readonly Viseme[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [i, viseme] of visemes.entries()) {
    const last = stretches.at(-1);
    if (last?.viseme === viseme) last.to = i + 1;
    else stretches.push({ viseme, from: i, to: i + 1 });
  }
  return stretches;
}

function withStops(stretches: readonly Stretch[], moments: readonly Moment[]): Stretch[] {
  return stretches.map((stretch, i) => {
    const inside = i > 0 && i < stretches.length - 1;
    const short = stretch.to - stretch.from <= LONGEST_STOP_SECONDS * LOUDNESS_RATE;
    const burst = moments[stretch.to];
    const isStop = stretch.viseme === 'sil' && inside && short && burst !== undefined;
    return isStop ? { ...stretch, viseme: stopVisemeOf(burst) } : stretch;
  });
}

/** Merges short stretches, the shortest first, into the longer neighbour, and joins equal ones. Closures are kept. */
function withoutFlicker(stretches: readonly Stretch[]): Stretch[] {
  const shortest = SHORTEST_SECONDS * LOUDNESS_RATE;
  let left = stretches.map((stretch) => ({ ...stretch }));
  for (let frames = 1; frames < shortest; frames += 1) {
    const kept: Stretch[] = [];
    for (const [i, stretch] of left.entries()) {
      const last = kept.at(-1);
      const next = left[i + 1];
      const short = stretch.to - stretch.from <= frames && stretch.viseme !== 'PP';
      if (last && (last.viseme === stretch.viseme || (short && !longer(next, last)))) last.to = stretch.to;
      else if (short && next) next.from = stretch.from;
      else kept.push(stretch);
    }
    left = kept;
  }
  return left;
}

function longer(one: Stretch | undefined, other: Stretch): boolean {
  return one !== undefined && one.to - one.from > other.to - other.from;
}
