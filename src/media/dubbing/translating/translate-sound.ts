import {
  NoSpeech,
  type Transcript,
  type TranscriptionEngine,
} from '../../../../engines/transcription/index.ts';
import type { DubLine } from '../project.ts';
import { shareWords } from './share-words.ts';
import type { TranslateOptions, TranslateRequest } from './types.ts';

const RATE = 16_000;
/** More lines than this share are translated in one pass: their neighbours are context, and it takes less time. */
const WHOLE_SHARE = 1 / 3;
/** A line that is translated alone is heard with this much sound on each side. */
const MARGIN_SECONDS = 0.2;
/**
 * A line is heard with its neighbours if nothing was found in it alone, or if it is too short to be understood
 * alone.
 */
const CONTEXT_SECONDS = 4;
const SHORT_SECONDS = 1;
const DEADLINE = { minutes: 10, perSecondMs: 8_000 };
const WHOLE_PROGRESS = 0.8;

/**
 * Translates what is heard into English. It does not read the script and knows no glossary. A line in which it hears
 * nothing stays without a translation.
 */
export async function translateSound(
  engine: TranscriptionEngine,
  { script, source, samples }: TranslateRequest & { source: string },
  { signal, onProgress }: TranslateOptions,
): Promise<DubLine[]> {
  const lines = [...script.lines];
  const open = lines.flatMap(({ translation }, i) => (translation === null ? [i] : []));
  const inOnePass = open.length > lines.length * WHOLE_SHARE;

  async function hear(part: Float32Array, report?: (share: number) => void): Promise<Transcript['words']> {
    try {
      const deadlineMs = DEADLINE.minutes * 60_000 + (part.length / RATE) * DEADLINE.perSecondMs;
      const request = { samples: part, language: source, task: 'translate' } as const;
      return (await engine.transcribe(request, { signal, deadlineMs, onProgress: report })).words;
    } catch (error) {
      if (error instanceof NoSpeech) return [];
      throw error;
    }
  }

  async function hearAround(
    line: DubLine,
    margin: number,
    sharing: readonly DubLine[],
  ): Promise<string | null> {
    const from = Math.max(0, line.start - margin);
    const words = await hear(samples.slice(Math.round(from * RATE), Math.round((line.end + margin) * RATE)));
    const moved = words.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
    return shareWords(moved, sharing)[sharing.indexOf(line)] ?? null;
  }

  async function hearAlone(line: DubLine): Promise<string | null> {
    const isShort = line.end - line.start < SHORT_SECONDS;
    const alone = isShort ? null : await hearAround(line, MARGIN_SECONDS, [line]);
    return alone ?? hearAround(line, CONTEXT_SECONDS, script.lines);
  }

  const words = inOnePass ? await hear(samples, (share) => onProgress(share * WHOLE_PROGRESS)) : [];
  const texts = inOnePass ? shareWords(words, lines) : [];
  for (const [k, i] of open.entries()) {
    const line = lines[i] as DubLine;
    lines[i] = { ...line, translation: texts[i] ?? (await hearAlone(line)), unknown_words: [] };
    onProgress(
      (inOnePass ? WHOLE_PROGRESS : 0) + ((inOnePass ? 1 - WHOLE_PROGRESS : 1) * (k + 1)) / open.length,
    );
  }
  return lines;
}
