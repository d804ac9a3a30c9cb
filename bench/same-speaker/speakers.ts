import { join } from 'node:path';
import type { CloningEngine } from '../../engines/voice-cloning/index.ts';
import type { Person } from '../voices/people.ts';
import { readWave } from '../voices/speakers.ts';
import { telephoned } from './telephone.ts';

const RATE = 16_000;
/** The last piece may be this much shorter. */
const LEAST_SHARE = 0.9;

/** Prints of pieces of a person's two recordings, by the seconds of a piece. */
export type Speaker = {
  name: string;
  known: { 7: Float32Array[]; 10: Float32Array[] };
  heard: { 7: Float32Array[]; 10: Float32Array[]; 20: Float32Array[]; telephone: Float32Array[] };
};

export async function readSpeaker(
  identity: CloningEngine,
  folder: string,
  { name }: Person,
): Promise<Speaker> {
  const [known, heard] = await Promise.all(
    ['a', 'b'].map((half) => readWave(join(folder, `${name}-${half}.wav`))),
  );
  if (!known || !heard) throw new Error(`${name} is missing`);
  const prints = async (sound: Float32Array, seconds: number): Promise<Float32Array[]> => {
    const all: Float32Array[] = [];
    for (const samples of pieces(sound, seconds))
      all.push((await identity.analyse({ samples, sampleRate: RATE })).print);
    return all;
  };
  return {
    name,
    known: { 7: await prints(known, 7), 10: await prints(known, 10) },
    heard: {
      7: await prints(heard, 7),
      10: await prints(heard, 10),
      20: await prints(heard, 20),
      telephone: await prints(await telephoned(heard), 7),
    },
  };
}

function pieces(sound: Float32Array, seconds: number): Float32Array[] {
  const size = seconds * RATE;
  return Array.from({ length: Math.ceil(sound.length / size) }, (_, i) =>
    sound.slice(i * size, (i + 1) * size),
  ).filter((piece) => piece.length >= LEAST_SHARE * size);
}
