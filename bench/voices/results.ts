import { appendFile, readFile, truncate } from 'node:fs/promises';
import type { SpeakerArtifact } from '../../engines/speech/index.ts';
import type { Likeness } from './portrait.ts';
import type { Speaker } from './speakers.ts';
import type { WordErrors } from './transcribe-words.ts';

/** The compared voice was made in one of these ways. */
export const WAYS = ['preset', 'instant', 'professional'] as const;
export type Way = (typeof WAYS)[number];

export type Result = {
  speaker: string;
  kind: Speaker['kind'];
  way: Way;
  /** Names the machine that measured it, and when. */
  machine: string;
  artifact: SpeakerArtifact;
  seconds: number;
  /** Of the service's processes. Null for a fitting, which may have gone on from an earlier run. */
  cpuSeconds: number | null;
  likeness: Likeness;
  /** The speaker's two recordings are this much alike. */
  ceiling: Likeness;
  words: WordErrors;
  /** The preset that the voice is based on made these errors. */
  baseWords: WordErrors;
};

export type Results = {
  all: readonly Result[];
  find(speaker: string, way: Way): Result | undefined;
  add(result: Result): Promise<void>;
};

/** One line per result, written immediately: an interrupted run resumes from there. */
export async function openResults(path: string): Promise<Results> {
  const all = await readResults(path);
  return {
    all,
    find: (speaker, way) => all.find((result) => result.speaker === speaker && result.way === way),
    add: async (result) => {
      await appendFile(path, `${JSON.stringify(result)}\n`);
      all.push(result);
    },
  };
}

async function readResults(path: string): Promise<Result[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  // A truncated last line would corrupt the next one.
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result);
}
