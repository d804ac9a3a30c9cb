import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../../src/platform/process-pool/index.ts';
import { withScratchFolder } from '../../src/platform/scratch.ts';
import { type ApertiumMode, pairsOf, readModes, routeBetween } from './apertium-modes.ts';
import { TranslationFailed } from './errors.ts';
import { createGlossary } from './glossary.ts';
import { runBounded } from './run-bounded.ts';
import { tidy } from './tidy.ts';
import type { TranslatedLine, TranslationEngine } from './types.ts';

const PROGRAM = 'apertium';
const LISTING_TIMEOUT_MS = 10_000;
/** A pipeline of programs starts anew for each text; one for many lines costs little more than one for a line. */
const LINES_AT_ONCE = 100;
const TIMEOUT_MS = 60_000;
/** A blank line ends a sentence for Apertium, and it is kept as it is. */
const BETWEEN_LINES = '\n\n';
/** It marks words that it does not know (*), cannot translate (@) and cannot inflect (#). */
const MARKED = /[*@#](?=[\p{L}\p{M}])([\p{L}\p{M}\p{N}’'-]+)/gu;

/** Lists the installed modes; none if there is no Apertium. */
export async function findApertiumModes(program = PROGRAM): Promise<ApertiumMode[]> {
  try {
    const options = { timeout: LISTING_TIMEOUT_MS, env: childEnvironment() };
    return readModes((await promisify(execFile)(program, ['-l'], options)).stdout);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Apertium translates by rules: at once and offline, word by word rather than in style. */
export function createApertium({
  modes,
  program = PROGRAM,
  timeoutMs = TIMEOUT_MS,
}: {
  modes: readonly ApertiumMode[];
  program?: string;
  timeoutMs?: number;
}): TranslationEngine {
  async function runMode(
    mode: ApertiumMode,
    lines: readonly string[],
    signal?: AbortSignal,
  ): Promise<string[]> {
    // The lines go through a file: Apertium reopens its standard input, which a socket from Node does not allow.
    const output = await withScratchFolder(async (folder) => {
      const path = join(folder, 'lines.txt');
      await writeFile(path, `${lines.join(BETWEEN_LINES)}\n`, { mode: 0o600 });
      return runBounded(program, ['-f', 'txt', mode.name, path], { timeoutMs, signal });
    });
    const translated = output.trimEnd().split(/\n\s*\n/u);
    if (translated.length !== lines.length)
      throw new Error(`${mode.name} returned ${translated.length} lines for ${lines.length}`);
    return translated;
  }

  return {
    name: PROGRAM,
    capabilities: { fitsLength: false, pairs: pairsOf(modes) },
    async translate({ source, target, lines, glossary: terms }, { signal } = {}) {
      const route = routeBetween(modes, { source, target });
      if (!route) throw new TranslationFailed(new Error(`no mode from ${source} to ${target}`));
      const glossary = createGlossary(terms);
      const translated: TranslatedLine[] = [];
      try {
        for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
          const part = lines.slice(from, from + LINES_AT_ONCE);
          let texts = part.map(({ text }) => plain(glossary.mark(text)));
          const unknown = texts.map(() => new Set<string>());
          for (const mode of route) {
            const marked = await runMode(mode, texts, signal);
            for (const [i, text] of marked.entries())
              for (const [, word = ''] of text.matchAll(MARKED)) unknown[i]?.add(glossary.unmark(word));
            texts = marked.map((text) => plain(text.replace(MARKED, '$1')));
          }
          const wanted = new Set(Object.values(terms ?? {}));
          translated.push(
            ...texts.map((text, i) => ({
              text: glossary.unmark(tidy(text, { source: part[i]?.text ?? '', target })),
              unknownWords: [...(unknown[i] ?? [])].filter((word) => !wanted.has(word)),
            })),
          );
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof TranslationFailed ? error : new TranslationFailed(error);
      }
      return translated;
    },
  };
}

/** Puts the text on one line without Apertium's marks. A line must not be empty: the next would take its place. */
function plain(text: string): string {
  const line = text
    .replace(/[*@#](?=\p{L})/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return line === '' ? '.' : line;
}
