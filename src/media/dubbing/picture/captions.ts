import { collectInTurns } from '../../../platform/event-loop.ts';
import { type CaptionWord, type Cue, captionsFor, toSrt, toVtt } from '../../speech/index.ts';
import type { DubLine, DubScript } from '../project.ts';

export type Captioned = 'source' | 'target';

/** A cue that is shorter is hard to read, so it rather overlaps the next. */
export const LEAST_SECONDS = 0.2;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Captions of what was said, or of what is said instead, on the timeline of the result. `seconds` is its length. */
export async function captionsOf(
  script: DubScript,
  which: Captioned,
  format: 'srt' | 'vtt',
  seconds = Number.POSITIVE_INFINITY,
): Promise<string> {
  const cues = await cuesOf(script, which, seconds);
  return format === 'srt' ? toSrt(cues.map(withoutArrows)) : toVtt(cues);
}

/** Returns cues in the order of their starts. Cues overlap where people speak at once. */
export async function cuesOf(
  { lines, speakers }: DubScript,
  which: Captioned,
  seconds: number,
): Promise<Cue[]> {
  const isStretched = lines.some(({ spoken }) => spoken?.fit === 'stretched');
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const captioned = lines
    .flatMap((line) => {
      const text = which === 'source' ? line.source : line.translation;
      const time = which === 'source' ? timeOfSource(line, isStretched) : (line.spoken ?? line);
      return text ? [{ text, start: time.start, end: time.end, name: names.get(line.speaker_id) }] : [];
    })
    .sort((a, b) => a.start - b.start);
  function* ofLines(): Generator<Cue[]> {
    for (const [i, { text, start, end, name }] of captioned.entries()) {
      const cues = captionsFor(text, timedWords(text, { start, end }), seconds);
      const voice = speakers.length > 1 && name ? { voice: name } : {};
      const next = captioned[i + 1]?.start ?? Number.POSITIVE_INFINITY;
      yield cues.map((cue) => ({ ...cue, ...voice, end: endBefore(next, cue) }));
    }
  }
  return (await collectInTurns(ofLines())).flat().sort((a, b) => a.start - b.start);
}

/** Where the picture was stretched, what was said is shown when its translation is heard. */
function timeOfSource({ start, end, spoken }: DubLine, isStretched: boolean): { start: number; end: number } {
  const shift = isStretched && spoken ? spoken.start - start : 0;
  return { start: start + shift, end: end + shift };
}

function endBefore(next: number, { start, end }: Cue): number {
  return next - start >= LEAST_SECONDS ? Math.min(end, next) : end;
}

/** The times of words are not known, so each gets a share by its length. */
function timedWords(text: string, { start, end }: { start: number; end: number }): CaptionWord[] {
  const words = [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike);
  const at = (character: number): number => start + ((end - start) * character) / text.length;
  if (words.length === 0) return text.trim() ? [{ start, end, startChar: 0, endChar: text.length }] : [];
  return words.map(({ index, segment }, i) => ({
    start: at(index),
    end: at(words[i + 1]?.index ?? text.length),
    startChar: index,
    endChar: index + segment.length,
  }));
}

/** SRT has no escapes, and an arrow in the text would read as times. */
function withoutArrows(cue: Cue): Cue {
  return { ...cue, lines: cue.lines.map((line) => line.replaceAll('-->', '→')) };
}
