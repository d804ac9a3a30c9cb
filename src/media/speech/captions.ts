import { type Cue, cuesOf } from './captions-cues.ts';
import { type CaptionWord, unitsOf } from './captions-units.ts';

export type { CaptionWord, Cue };

/** One millisecond, the resolution of SRT and VTT. */
const LEAST_SHOWN_SECONDS = 0.001;

/**
 * Makes captions of at most two lines of 42 characters, split at punctuation and shown for one to seven seconds if
 * the speech allows. They linger after their words, but not after the sound, which lasts `seconds`.
 */
export function captionsFor(text: string, words: readonly CaptionWord[], seconds: number): Cue[] {
  return captionsUntil(seconds, cuesOf(unitsOf(text, words)));
}

/** Cuts captions at the end of the video or sound. */
export function captionsUntil(endSeconds: number, cues: readonly Cue[]): Cue[] {
  // Times are written in milliseconds, and rounding must not lead past the end.
  const last = Math.floor(endSeconds * 1_000 + 1e-6) / 1_000;
  return cues
    .filter(({ start }) => start + LEAST_SHOWN_SECONDS <= last)
    .map((cue) => ({ ...cue, end: Math.min(cue.end, last) }));
}

export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(
      ({ start, end, lines }, i) =>
        `${i + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${lines.join('\n')}\n`,
    )
    .join('\n');
}

/** The note is for whoever reads the file; players do not show it. */
export function toVtt(cues: readonly Cue[], note?: string): string {
  const blocks = cues.map(
    ({ start, end, lines, voice }) =>
      `${clock(start, '.')} --> ${clock(end, '.')}\n${voiceTag(voice)}${lines.map(escaped).join('\n')}\n`,
  );
  const notes = note === undefined ? [] : [`NOTE ${note}\n`];
  return ['WEBVTT\n', ...notes, ...blocks].join('\n');
}

function voiceTag(voice: string | undefined): string {
  return voice ? `<v ${escaped(voice.replaceAll(/\s+/gu, ' '))}>` : '';
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function clock(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, width: number): string => String(value).padStart(width, '0');
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const rest = ms % 60_000;
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(rest / 1000), 2)}${point}${part(rest % 1000, 3)}`;
}
