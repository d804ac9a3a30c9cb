import { readFile } from 'node:fs/promises';
import { readStereoWav, type Sound } from '../../../engines/codec/index.ts';
import type { WatermarkEngine } from '../../../engines/watermark/index.ts';

/**
 * Sounds of our engines without a mark, which lie with the program (assets/listening). They are all that can be heard here
 * without one: no text, voice or file of a customer comes near.
 */
export const SAMPLES = [
  { id: 'speech-woman', kind: 'speech' },
  { id: 'speech-man', kind: 'speech' },
  { id: 'speech-quiet', kind: 'speech' },
  { id: 'piano', kind: 'music' },
  { id: 'band', kind: 'music' },
  { id: 'rain', kind: 'effect' },
  { id: 'bell', kind: 'effect' },
] as const;

export type SampleId = (typeof SAMPLES)[number]['id'];

const FOLDER = new URL('../../../assets/listening/', import.meta.url);
/** Speech is made at this rate. */
const SPEECH_RATE = 24_000;

export async function readSample(id: SampleId): Promise<Sound> {
  return readStereoWav(await readFile(new URL(`${id}.wav`, FOLDER)));
}

export type Marking = Pick<WatermarkEngine, 'mark' | 'markWhole' | 'markVersion'>;

/** Marks it as what customers get is marked: speech as it arrives, music and effects whole. */
export async function markSample(
  marking: Marking,
  { channels, sampleRate }: Sound,
  call: { signal: AbortSignal },
): Promise<Sound> {
  const [speech] = channels;
  const marked =
    speech && channels.length === 1 && sampleRate === SPEECH_RATE
      ? [await marking.mark(speech, call)]
      : await marking.markWhole({ channels, sampleRate }, call);
  return { channels: marked, sampleRate };
}
