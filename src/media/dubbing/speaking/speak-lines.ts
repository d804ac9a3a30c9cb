import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inOrder, type SpeechEngine } from '../../../../engines/speech/index.ts';
import { type FittedLine, fitLines, type TimeMark, toResult } from '../fit-lines.ts';
import type { DubLine, DubScript, SpokenLine } from '../project.ts';
import { createClipFile, openClipFile, SPEECH_RATE } from './clip-file.ts';
import { fitClip } from './fit-clip.ts';
import { createSpeedGuess } from './guess-speed.ts';
import { linesToSpeak } from './lines-to-speak.ts';
import { speechKeys } from './speech-key.ts';
import { type LineToSpeak, type Take, takeLine } from './take-line.ts';

export type SpeakRequest = {
  /** Every speaker of a line has a voice. */
  script: DubScript;
  /** BCP 47. */
  target: string;
  /** An earlier file of spoken lines. Its clips are used again where they still fit. */
  previousSpeech: string | null;
  /** Length of the film. */
  seconds: number;
  stretchPicture: boolean;
  /** Most seconds that the result may have. */
  longest: number;
  folder: string;
  jobId: string;
};

export type SpokenLines = {
  /** WAV, mono, 16 bits, 24 kHz: the clips one after the other. */
  speechPath: string;
  script: DubScript;
  marks: TimeMark[];
  /** Length of the result. */
  seconds: number;
};

export type SpeakOptions = { signal: AbortSignal; onProgress(share: number): void };

type Placed = { take: Take; place: FittedLine };

/** Even a small machine prepares one line while it speaks another. */
const AHEAD = 2;
/** Progress when every line has been spoken once. Some are spoken again, to fit. */
const TAKEN = 0.8;

/** Speaks every line once to learn how long it takes, gives each its place, and brings it to the length of its place. */
export async function speakLines(
  { speech: engine }: { speech: SpeechEngine },
  request: SpeakRequest,
  { signal, onProgress }: SpeakOptions,
): Promise<SpokenLines> {
  const { script, target, folder, jobId, previousSpeech } = request;
  const ahead = { ahead: AHEAD, signal };
  const takesPath = join(folder, 'takes.wav');
  const newPath = join(folder, 'speech.new.wav');
  const speechPath = join(folder, 'speech.wav');
  const previous = previousSpeech === null ? null : await openClipFile(previousSpeech);
  const takes = await createClipFile(takesPath);
  const clips = await createClipFile(newPath);
  const spoken = new Map<DubLine, SpokenLine>();
  let marks: TimeMark[];
  try {
    const files = { previous, takes, guess: createSpeedGuess() };
    const toSpeak = linesToSpeak(script, target);
    const take = (line: LineToSpeak, own: AbortSignal) =>
      takeLine({ engine, jobId, signal: own }, line, files);
    const taken: Take[] = [];
    for await (const one of inOrder(each(toSpeak), take, ahead))
      onProgress((TAKEN * taken.push(one)) / toSpeak.length);

    const fitted = placeTakes(taken, request);
    marks = fitted.marks;
    const fit = async ({ take: one, place }: Placed, own: AbortSignal) => ({
      line: one.line,
      key: one.key,
      place,
      ...(await fitClip({ engine, jobId, signal: own }, one, place)),
    });
    for await (const { line, key, place, samples, rate } of inOrder(each(fitted.placed), fit, ahead)) {
      const offset = await clips.append(samples);
      const end = place.start + samples.length / SPEECH_RATE;
      const clip = { key, offset, length: samples.length, start: place.start, end, rate, fit: place.fit };
      onProgress(TAKEN + ((1 - TAKEN) * spoken.set(line, clip).size) / fitted.placed.length);
    }
  } finally {
    await Promise.all([takes.close(), clips.close(), previous?.close()]);
    await rm(takesPath, { force: true });
  }
  await rename(newPath, speechPath);
  const seconds = toResult(marks, request.seconds);
  return { speechPath, script: withClips(script, spoken, { target, marks }), marks, seconds };
}

function placeTakes(
  taken: readonly Take[],
  { seconds: duration, stretchPicture, longest }: SpeakRequest,
): { placed: Placed[]; marks: TimeMark[] } {
  const heard = taken.filter(({ usual }) => usual > 0);
  const { lines: places, marks } = fitLines(
    heard.map(({ line: { start, end }, usual }) => ({ start, end, spoken: usual })),
    { duration, stretchPicture, longest },
  );
  return { placed: heard.map((take, i) => ({ take, place: places[i] as FittedLine })), marks };
}

/** Lines without words have clips without sound. */
function withClips(
  script: DubScript,
  spoken: ReadonlyMap<DubLine, SpokenLine>,
  { target, marks }: { target: string; marks: readonly TimeMark[] },
): DubScript {
  const keyFor = speechKeys(script.speakers, target);
  const silent = (line: DubLine): SpokenLine => {
    const at = toResult(marks, line.start);
    const clip = { offset: 0, length: 0, start: at, end: at, rate: 1, fit: 'as_spoken' as const };
    return { key: keyFor(line) ?? '', ...clip };
  };
  return {
    ...script,
    lines: script.lines.map((line) => ({ ...line, spoken: spoken.get(line) ?? silent(line) })),
  };
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
