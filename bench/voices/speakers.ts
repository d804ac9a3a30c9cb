import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { presetSpeaker } from '../../src/engines/speech/index.ts';
import { resampled } from '../../src/engines/voice-identity/index.ts';
import { PEOPLE } from './people.ts';
import type { Studio } from './studio.ts';

/** Two recordings of one voice, mono and of 16 kHz: one to match, one that no matching hears. */
export type Speaker = {
  name: string;
  kind: 'person' | 'held-out voice';
  seen: Float32Array;
  unseen: Float32Array;
};

/** None of our networks was trained on these presets. */
export const HELD_OUT = [
  'af_bella',
  'af_sky',
  'am_michael',
  'am_onyx',
  'bf_isabella',
  'bm_george',
  'ff_siwis',
  'im_nicola',
];

const SEEN = [
  'The ferry had already left the harbour when the two sisters arrived with their heavy bags.',
  'My grandfather kept bees behind the house, and every autumn he gave us a jar of dark honey.',
];
const UNSEEN = [
  'After the long winter the farmers were glad to see the first green leaves on the hills.',
  'You can find the small bookshop if you follow this street down to the old stone bridge.',
];

export async function speakersOf(
  studio: Studio,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<Speaker[]> {
  const people = PEOPLE.filter(({ name }) => isWanted(name)).map(async ({ name }): Promise<Speaker> => {
    const [seen, unseen] = await Promise.all(
      ['a', 'b'].map((which) => readWave(join(folder, `${name}-${which}.wav`))),
    );
    if (!seen || !unseen) throw new Error(`there are no recordings of ${name}`);
    return { name, kind: 'person', seen, unseen };
  });
  const presets: Speaker[] = [];
  for (const name of HELD_OUT.filter(isWanted)) {
    const speaker = await presetSpeaker(name);
    const [seen, unseen] = [await studio.speak(speaker, SEEN), await studio.speak(speaker, UNSEEN)].map(
      (sound) => resampled(sound, 24_000, 16_000),
    );
    if (seen && unseen) presets.push({ name, kind: 'held-out voice', seen, unseen });
  }
  return [...(await Promise.all(people)), ...presets];
}

/** As `fetchPeople` writes them: 16 bits behind a head of 44 bytes. */
async function readWave(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  return Float32Array.from(
    { length: (bytes.length - 44) >> 1 },
    (_, i) => bytes.readInt16LE(44 + 2 * i) / 32_768,
  );
}
