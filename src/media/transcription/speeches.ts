import type { TranscriptBody } from './schemas.ts';

type Transcript = Pick<TranscriptBody, 'text' | 'words' | 'segments'>;

/** An uninterrupted turn of one speaker. Without labels there is a single turn without a name. */
export type Speech = { name: string | undefined; text: string; words: TranscriptBody['words'] };

export function speechesOf({ text, words, segments }: Transcript): Speech[] {
  if (!segments.some(({ speaker }) => speaker)) return [{ name: undefined, text, words }];
  let end = 0;
  const speeches: { speaker: string | undefined; start: number; from: number; end: number }[] = [];
  for (const { speaker, start, text: part } of segments) {
    const from = Math.max(end, text.indexOf(part, end));
    end = from + part.length;
    const last = speeches.at(-1);
    if (last && last.speaker === speaker) last.end = end;
    else speeches.push({ speaker, start, from, end });
  }
  return speeches.map((speech, i) => ({
    name: nameOf(speech.speaker),
    text: text.slice(speech.from, speech.end),
    words: words.filter(
      ({ start }) =>
        (i === 0 || start >= speech.start) && start < (speeches[i + 1]?.start ?? Number.POSITIVE_INFINITY),
    ),
  }));
}

/** `speaker_2` is shown as `Speaker 2`. */
function nameOf(speaker = 'speaker_?'): string {
  return speaker.replace('speaker_', 'Speaker ');
}
