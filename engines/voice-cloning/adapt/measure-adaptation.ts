import { joinSamples, resampled } from '../../dsp/index.ts';
import { extractVoiceFeatures, type Voiceprints } from '../../speaker-embedding/index.ts';
import { createEqualiser } from '../../speech/index.ts';
import { printCosine } from '../match/target.ts';
import type { Measures } from './judgement.ts';
import type { Adapted } from './methods.ts';
import { regularLines } from './regular-lines.ts';

export type Wanted = {
  /** Of the voice: it is heard through it. */
  equaliserDb: readonly number[];
  /** Print of a recording of the person. */
  person: Float32Array | null;
};

export async function measureAdaptation(
  prints: Voiceprints,
  sounds: Adapted['sounds'],
  { equaliserDb, person }: Wanted,
): Promise<Omit<Measures, 'words'>> {
  const printOf = async (spoken: readonly Float32Array[]): Promise<Float32Array> => {
    const heard = joinSamples(spoken.map((sound) => equalised(sound, equaliserDb)));
    return (await extractVoiceFeatures(prints, resampled(heard, 24_000, 16_000))).print;
  };
  const ours = await printOf(sounds.map((sound) => sound.ours));
  const generator = await printOf(sounds.map((sound) => sound.generator));
  const levels = sounds.map((sound) => 10 * Math.log10(powerOf(sound.ours) / powerOf(sound.generator)));
  const levelDb = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const lines = (by: 'ours' | 'generator') => regularLines(joinSamples(sounds.map((sound) => sound[by])));
  return {
    likeness: person && { ours: printCosine(ours, person), generator: printCosine(generator, person) },
    similarity: printCosine(ours, generator),
    lines: lines('ours') / lines('generator'),
    levelDb,
    worstLevelDb: levels.reduce((worst, level) => (Math.abs(level) > Math.abs(worst) ? level : worst), 0),
  };
}

function equalised(sound: Float32Array, equaliserDb: readonly number[]): Float32Array {
  const equaliser = createEqualiser(equaliserDb);
  return joinSamples([equaliser.push(sound), equaliser.finish()]);
}

function powerOf(sound: Float32Array): number {
  return sound.reduce((sum, value) => sum + value * value, 0) / sound.length;
}
