import type { TranslationEngine } from '../../../../engines/translation/index.ts';
import type { DubLine } from '../project.ts';
import { maxCharacters } from './length-budget.ts';
import type { TranslateOptions, TranslateRequest } from './types.ts';

const SPEAKABLE = /[\p{L}\p{N}]/u;
const CONTEXT_LINES = 4;
/** Smaller parts report progress, and let a cancelled job stop between them. */
const LINES_AT_ONCE = 60;

/** Translates what the script says. A line without words stays as it is. */
export async function translateTexts(
  engine: TranslationEngine,
  { script, source, target, glossary }: TranslateRequest & { source: string },
  { signal, onProgress }: TranslateOptions,
): Promise<DubLine[]> {
  const lines = [...script.lines];
  const open = lines.flatMap((line, i) => (isOpen(line) ? [i] : []));
  for (let from = 0; from < open.length; from += LINES_AT_ONCE) {
    const part = open.slice(from, from + LINES_AT_ONCE);
    const made = await engine.translate(
      {
        source,
        target,
        glossary,
        before: contextOf(lines, part[0] ?? 0),
        lines: part.map((i) => {
          const line = lines[i] as DubLine;
          const max = engine.capabilities.fitsLength ? maxCharacters(line, lines[i + 1], target) : undefined;
          return { text: line.source ?? '', maxCharacters: max };
        }),
      },
      { signal },
    );
    for (const [k, i] of part.entries()) lines[i] = withTranslation(lines[i] as DubLine, made[k]);
    onProgress(Math.min(1, (from + part.length) / open.length));
  }
  return lines;
}

function isOpen({ translation, source }: DubLine): boolean {
  return translation === null && source !== null && SPEAKABLE.test(source);
}

function contextOf(lines: readonly DubLine[], at: number): { text: string; translation: string }[] {
  return lines
    .slice(Math.max(0, at - CONTEXT_LINES), at)
    .flatMap(({ source, translation }) => (source && translation ? [{ text: source, translation }] : []));
}

function withTranslation(
  line: DubLine,
  made: { text: string; unknownWords: readonly string[] } | undefined,
): DubLine {
  if (!made || !SPEAKABLE.test(made.text)) return line;
  return { ...line, translation: made.text, unknown_words: [...made.unknownWords] };
}
