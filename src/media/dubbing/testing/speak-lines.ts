import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readWav } from '../../../../engines/codec/index.ts';
import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import type { DubLine, DubScript, SpokenLine } from '../project.ts';
import { type SpeakRequest, type SpokenLines, speakLines } from '../speaking/speak-lines.ts';
import { createToneSpeech } from './tone-speech.ts';

export const folder = await mkdtemp(join(tmpdir(), 'speak-lines-'));
after(() => rm(folder, { recursive: true }));

export type Timed = [start: number, end: number, translation: string | null];
/** Lines of two speakers in turn. */
export const scriptOf = (lines: Timed[]): DubScript => ({
  source_language: 'en',
  speakers: [
    { id: 's0', name: 'A', seconds: 1, print: null, voice: { kind: 'nearest', voice_id: 'ef_dora' } },
    { id: 's1', name: 'B', seconds: 1, print: null, voice: { kind: 'chosen', voice_id: 'em_alex' } },
  ],
  lines: lines.map(
    ([start, end, translation], i): DubLine => ({
      id: `l${i}`,
      speaker_id: `s${i % 2}`,
      speaker_unsure: false,
      start,
      end,
      source: null,
      translation,
      unknown_words: [],
      spoken: null,
    }),
  ),
});

export function speak(
  script: DubScript,
  {
    speech = createToneSpeech(),
    signal = new AbortController().signal,
    onProgress = () => undefined,
    ...change
  }: {
    speech?: SpeechEngine;
    signal?: AbortSignal;
    onProgress?: (share: number) => void;
  } & Partial<SpeakRequest> = {},
): Promise<SpokenLines> {
  const request = {
    target: 'es',
    previousSpeech: null,
    seconds: 20,
    stretchPicture: false,
    longest: 60,
    jobId: 'job_1',
  };
  return speakLines({ speech }, { script, folder, ...request, ...change }, { signal, onProgress });
}

export const clipsOf = ({ script }: SpokenLines) => script.lines.map(({ spoken }) => spoken as SpokenLine);
export const samplesOf = async (path: string) => readWav(await readFile(path)).samples;
