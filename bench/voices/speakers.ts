import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSamples } from '../../engines/dsp/index.ts';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { HELD_OUT, PEOPLE, type SpeakerKind } from './people.ts';
import type { Studio } from './studio.ts';

/** One voice, mono, 16 kHz. */
export type Recordings = {
  /** 20 seconds for matching. */
  seen: Float32Array;
  /** Everything for fitting. */
  more: Float32Array;
  /** These samples serve evaluation only. */
  unseen: Float32Array;
};

export type Speaker = {
  name: string;
  kind: SpeakerKind;
  record(): Promise<Recordings>;
};

const SEEN = [
  'The ferry had already left the harbour when the two sisters arrived with their heavy bags.',
  'My grandfather kept bees behind the house, and every autumn he gave us a jar of dark honey.',
];
const UNSEEN = [
  'After the long winter the farmers were glad to see the first green leaves on the hills.',
  'You can find the small bookshop if you follow this street down to the old stone bridge.',
];

export function speakersOf(studio: Studio, folder: string): Speaker[] {
  return [
    ...PEOPLE.map(({ name }) => ({ name, kind: 'person' as const, record: () => readBoth(folder, name) })),
    ...HELD_OUT.map((name) => ({
      name,
      kind: 'held-out voice' as const,
      record: () => speakBoth(studio, name),
    })),
  ];
}

async function readBoth(folder: string, name: string): Promise<Recordings> {
  const read = (which: 'a' | 'more' | 'b') => readWave(join(folder, `${name}-${which}.wav`));
  return { seen: await read('a'), more: await read('more'), unseen: await read('b') };
}

async function speakBoth({ speak }: Studio, name: string): Promise<Recordings> {
  const speaker = await presetSpeaker(name);
  const seen = joinSamples(await speak(speaker, SEEN));
  return { seen, more: seen, unseen: joinSamples(await speak(speaker, UNSEEN)) };
}

/** `fetchPeople` writes 16 bits after a 44-byte header. */
export async function readWave(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  return Float32Array.from(
    { length: (bytes.length - 44) >> 1 },
    (_, i) => bytes.readInt16LE(44 + 2 * i) / 32_768,
  );
}
