import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import { FASTEST } from '../fit-lines.ts';
import type { DubLine } from '../project.ts';
import { type ClipFile, type NewClipFile, SPEECH_RATE } from './clip-file.ts';
import type { SpeedGuess } from './guess-speed.ts';
import { type SpokenBy, speakText } from './speak-text.ts';

export type LineToSpeak = {
  line: DubLine;
  text: string;
  by: SpokenBy;
  key: string;
  /** Seconds until the original ends, or another line begins. */
  slot: number;
};

export type Speaking = { engine: SpeechEngine; jobId: string; signal: AbortSignal };

/** A clip of a line, somewhere, at some rate. */
export type Take = LineToSpeak & {
  file: ClipFile;
  /** Both count samples in `file`. */
  offset: number;
  length: number;
  /** Seconds that the line takes at the usual rate. 0 if there is nothing to say in it. */
  usual: number;
};

/** The earlier clip of the line if there is one, or else a new one. */
export async function takeLine(
  { engine, ...call }: Speaking,
  spoken: LineToSpeak,
  { previous, takes, guess }: { previous: ClipFile | null; takes: NewClipFile; guess: SpeedGuess },
): Promise<Take> {
  const kept = spoken.line.spoken;
  // A clip at the fastest rate may lack its end, so its length does not tell how long the line takes.
  if (previous && kept?.key === spoken.key && kept.length > 0 && kept.rate < FASTEST) {
    const { offset, length, rate } = kept;
    return { ...spoken, file: previous, offset, length, usual: (length / SPEECH_RATE) * rate };
  }
  const speed = guess.speedFor(spoken);
  const samples = await speakText(engine, spoken.text, spoken.by, { ...call, speed });
  const usual = (samples.length / SPEECH_RATE) * speed;
  guess.learn(spoken, usual);
  return { ...spoken, file: takes, offset: await takes.append(samples), length: samples.length, usual };
}
