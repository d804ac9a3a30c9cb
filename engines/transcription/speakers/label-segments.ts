import type { Turn } from '../../diarization/index.ts';
import type { Span } from '../../voice-activity/index.ts';
import type { RecognisedSegment, RecognisedWord } from '../window.ts';

export type SpeakerTime = { speaker: string; seconds: number };
/** `margin`: how much more the voice is like this speaker than like any other. Near 0 the label is a guess. */
export type SpeakerTurn = Span & { speaker: string; margin: number };

/** A speaker with this share of a sentence gets all of it: word times are too inexact to split off its edges. */
const WHOLE_SENTENCE = 2 / 3;

/** Labels every segment and word with its speaker, and splits segments with two speakers. `joint` separates words. */
export function labelSegments(
  segments: readonly RecognisedSegment[],
  turns: readonly Turn[],
  joint: string,
): { segments: RecognisedSegment[]; speakers: SpeakerTime[]; turns: SpeakerTurn[] } {
  const names = new Map<number, string>();
  const nameOf = (speaker: number): string => {
    const name = names.get(speaker) ?? `speaker_${names.size + 1}`;
    names.set(speaker, name);
    return name;
  };
  const labelled = segments.flatMap((segment) =>
    partsOf(segment, turns, joint).map(({ speaker, part }) => named(part, nameOf(speaker))),
  );
  const speakers = [...names].map(([speaker, name]) => ({
    speaker: name,
    seconds: secondsOf(turns, speaker),
  }));
  // A speaker without a word has no text to label, and so no turns.
  const heard = turns.flatMap((turn) => {
    const speaker = names.get(turn.speaker);
    return speaker === undefined ? [] : [{ ...turn, speaker }];
  });
  return { segments: labelled, speakers, turns: heard };
}

type Part = { speaker: number; part: RecognisedSegment };

function partsOf(segment: RecognisedSegment, turns: readonly Turn[], joint: string): Part[] {
  const most = mainSpeaker(segment, turns);
  if (most.share >= WHOLE_SENTENCE || segment.words.length < 2)
    return [{ speaker: most.speaker, part: segment }];
  const runs: { speaker: number; words: RecognisedWord[] }[] = [];
  for (const word of segment.words) {
    const { speaker } = mainSpeaker(word, turns);
    const last = runs.at(-1);
    if (last?.speaker === speaker) last.words.push(word);
    else runs.push({ speaker, words: [word] });
  }
  if (runs.length === 1) return [{ speaker: runs[0]?.speaker ?? 0, part: segment }];
  return runs.map(({ speaker, words }) => ({
    speaker,
    part: {
      start: words[0]?.start ?? segment.start,
      end: words.at(-1)?.end ?? segment.end,
      text: words.map(({ word }) => word).join(joint),
      words,
    },
  }));
}

/** The speaker with the most time in it, and their share of its speech; without speech, the nearest speaker. */
function mainSpeaker(span: Span, turns: readonly Turn[]): { speaker: number; share: number } {
  const seconds = new Map<number, number>();
  for (const { start, end, speaker } of turns) {
    const shared = Math.min(end, span.end) - Math.max(start, span.start);
    if (shared > 0) seconds.set(speaker, (seconds.get(speaker) ?? 0) + shared);
  }
  const [most] = [...seconds].sort(([, a], [, b]) => b - a);
  if (!most) return { speaker: nearest(span, turns), share: 1 };
  const all = [...seconds.values()].reduce((sum, value) => sum + value, 0);
  return { speaker: most[0], share: most[1] / all };
}

function nearest(span: Span, turns: readonly Turn[]): number {
  const gap = ({ start, end }: Turn): number => Math.max(start - span.end, span.start - end);
  return turns.toSorted((a, b) => gap(a) - gap(b))[0]?.speaker ?? 0;
}

function named(segment: RecognisedSegment, speaker: string): RecognisedSegment {
  return { ...segment, speaker, words: segment.words.map((word) => ({ ...word, speaker })) };
}

function secondsOf(turns: readonly Turn[], speaker: number): number {
  const own = turns.filter((turn) => turn.speaker === speaker);
  return Math.round(own.reduce((sum, { start, end }) => sum + end - start, 0) * 100) / 100;
}
