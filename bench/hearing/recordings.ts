import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeSound, telephoned } from '../same-speaker/telephone.ts';
import { asterisk, fish, librivox, locate, type Source, stamps } from './sources.ts';

export type Band = 'original' | 'telephone';
export type Recording = {
  id: string;
  person: string;
  language: string;
  text: string;
  sounds: Record<Band, Float32Array>;
};

/** Three recordings in each of seven languages, by twelve people, without digits: 4 to 16 seconds each. */
const CHOSEN: readonly [Source, readonly string[]][] = [
  [asterisk('en'), ['tt-allbusy']],
  [librivox(), ['0870', '0920']],
  [asterisk('es'), ['queue-periodic-announce']],
  [stamps('es'), ['symbols/chess/w_4_knight', 'space/planets/6_saturn']],
  [asterisk('fr'), ['followme/status']],
  [stamps('fr'), ['symbols/chess/w_4_knight', 'space/planets/6_saturn']],
  [asterisk('it'), ['queue-periodic-announce', 'tt-allbusy', 'vm-nobox']],
  [asterisk('ru'), ['tt-allbusy']],
  [stamps('ru'), ['symbols/chess/w_4_knight', 'space/planets/6_saturn']],
  [fish('nl', 'm'), ['cabin2/ka2-m-patrne']],
  [fish('nl', 'v'), ['airplane/let-v-oko', 'dump/sm-v-sbirka']],
  [fish('cs', 'm'), ['labyrinth/bl-m-funkce', 'wc/wc-m-sochar']],
  [fish('cs', 'v'), ['viking2/dr1-v-urcite']],
];

/** Reads them from FOLDER, where they are put on the first run. Needs apt and ffmpeg. */
export async function readRecordings(folder: string): Promise<Recording[]> {
  await mkdir(folder, { recursive: true });
  const packages = join(folder, 'packages');
  const recordings: Recording[] = [];
  for (const [source, ids] of CHOSEN) {
    for (const id of ids) {
      const stem = join(folder, `${source.person}-${id.replaceAll('/', '-')}`);
      if (!existsSync(`${stem}.txt`)) {
        const { path, text } = await locate(source, id, packages);
        const original = await decodeSound(path);
        await writeFile(`${stem}.original.f32`, bytesOf(original));
        await writeFile(`${stem}.telephone.f32`, bytesOf(await telephoned(original)));
        await writeFile(`${stem}.txt`, text);
      }
      const [original, telephone] = await Promise.all(
        ['original', 'telephone'].map((band) => readSound(`${stem}.${band}.f32`)),
      );
      if (!original || !telephone) throw new Error(`${stem} is incomplete`);
      const { person, language } = source;
      const text = await readFile(`${stem}.txt`, 'utf8');
      recordings.push({ id: `${person} ${id}`, person, language, text, sounds: { original, telephone } });
    }
  }
  return recordings;
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function readSound(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
