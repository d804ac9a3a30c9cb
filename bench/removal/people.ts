import { globSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '../../engines/dsp/index.ts';
import { unpackPackage } from '../debian-package.ts';
import { readSound } from '../fingerprint/fates.ts';

const PACKAGE = 'asterisk-core-sounds-en-g722';
const SOUNDS = 'usr/share/asterisk/sounds/**/*.g722';
/** Longer prompts are sentences. */
const SENTENCE = 60_000;

/** A woman who speaks telephone prompts, at 16 kHz: clips of one length, which training never heard. */
export async function readPeople(folder: string, length: number, count: number): Promise<Float32Array[]> {
  const root = await unpackPackage(PACKAGE, folder);
  const clips: Float32Array[] = [];
  let held = new Float32Array();
  for (const path of globSync(join(root, SOUNDS)).sort()) {
    if (clips.length === count) break;
    const sound = readSound(path);
    if (sound.length < SENTENCE) continue;
    held = joinSamples([held, sound]);
    if (held.length < length) continue;
    clips.push(held.slice(0, length));
    held = new Float32Array();
  }
  if (clips.length < count) throw new Error(`${PACKAGE} has only ${clips.length} clips`);
  return clips;
}
