import type { Transcript } from '../../../../engines/transcription/index.ts';
import type { DubRequest } from '../dub-request.ts';
import { changeAtTurns } from './change-at-turns.ts';
import { type DraftLine, inOrder, rounded, type Span } from './draft-line.ts';
import { type Label, labelOf, ONLY_SPEAKER } from './label-lines.ts';
import { linesOfWords, textOf } from './lines-of-words.ts';
import { alignScript, spreadScript } from './place-script.ts';
import { isNamed, labelByNames } from './script-speakers.ts';

export type Given = NonNullable<DubRequest['given']>;

const SPEAKABLE = /[\p{L}\p{N}]/u;

/** Turns a transcript into lines. */
export function draftHeard({ words, language, turns }: Transcript, seconds: number): DraftLine[] {
  const heard = linesOfWords(words, language).filter(({ text }) => SPEAKABLE.test(text));
  const lines = inOrder(turns ? changeAtTurns(heard, turns) : heard, seconds);
  return lines.map(({ text, speaker = ONLY_SPEAKER, ...time }) => ({
    ...time,
    ...(turns ? labelOf(time, turns, speaker) : { speaker, unsure: false }),
    name: null,
    source: text,
    translation: null,
  }));
}

/** The lines of a script without times, where their words are heard. */
export function draftWritten(
  { language, lines }: Given,
  { words, language: spoken, turns }: Transcript,
  { seconds, target }: { seconds: number; target: string },
): DraftLine[] {
  const texts = lines.map(({ text }) => text);
  const times =
    language === spoken
      ? alignScript(texts, words, { language, seconds })
      : spreadScript(texts, inOrder(linesOfWords(words, spoken), seconds), { seconds });
  const labels = isNamed(lines)
    ? labelByNames(lines)
    : times.map((time) => (turns ? labelOf(time, turns) : { speaker: ONLY_SPEAKER, unsure: false }));
  const heardIn = ({ start, end }: Span): string | null =>
    textOf(
      words.filter((word) => (word.start + word.end) / 2 >= start && (word.start + word.end) / 2 < end),
      spoken,
    ) || null;
  return times.map((time, i) => ({
    ...time,
    ...named(labels[i]),
    ...(language === target
      ? { source: heardIn(time), translation: texts[i] ?? null }
      : { source: texts[i] ?? null, translation: null }),
  }));
}

/** The cues of a script with times. The film is not listened to. */
export function draftTimed(
  { language, lines }: Given,
  labels: readonly (Label & { name?: string | null })[],
  { seconds, target }: { seconds: number; target: string },
): DraftLine[] {
  const cues = lines.map(({ text, time }, i) => ({
    ...rounded({ start: time?.start ?? 0, end: Math.min(time?.end ?? seconds, seconds) }),
    ...named(labels[i]),
    ...(language === target ? { source: null, translation: text } : { source: text, translation: null }),
  }));
  return cues.toSorted((a, b) => a.start - b.start);
}

function named(
  label: (Label & { name?: string | null }) | undefined,
): Pick<DraftLine, 'speaker' | 'name' | 'unsure'> {
  return { speaker: ONLY_SPEAKER, unsure: false, ...label, name: label?.name ?? null };
}
