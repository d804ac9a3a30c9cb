import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import {
  type TranscriptionEngine,
  TranscriptionNotInstalled,
} from '../../../../engines/transcription/index.ts';
import { checkGiven, hasTimes } from '../hearing/check-given.ts';
import { parseScript } from '../script.ts';
import { TranslationUnavailable } from '../translating/errors.ts';
import {
  capabilitiesFor,
  type OfferedTranslations,
  offeredTranslations,
} from '../translating/worker-capabilities.ts';
import type { DubOptions, Film, GivenScript } from './dub.ts';
import { FilmTooShort, InvalidDub, NothingToHear, SameLanguage, UnsupportedTarget } from './errors.ts';
import type { DubForm } from './read-form.ts';
import { type DetectDeps, detectScriptLanguage } from './script-language.ts';

export type CheckDeps = {
  engine: Pick<SpeechEngine, 'capabilities'>;
  transcription: Pick<TranscriptionEngine, 'check' | 'status' | 'languages'>;
  /** Whether a live worker has all of these capabilities. */
  isOffered(needs: readonly string[]): Promise<boolean>;
  /** Capabilities of translation of live workers that dub. */
  listTranslating(): Promise<string[]>;
};

/** ISO codes of the languages that can be spoken. */
export function targetLanguages({ engine }: Pick<CheckDeps, 'engine'>): string[] {
  return [...new Set(engine.capabilities.languages.map((tag) => tag.split('-')[0] ?? tag))].sort();
}

/** Refuses what is wrong with the fields, whatever the file is. */
export function checkLanguages(deps: CheckDeps, form: DubForm): void {
  const targets = targetLanguages(deps);
  if (!targets.includes(form.target))
    throw new UnsupportedTarget('target_language', `must be one of ${targets.join(', ')}`);
  if (form.source !== null) deps.transcription.check({ language: form.source, task: 'transcribe' });
  if (form.source === form.target)
    throw new SameLanguage('target_language', 'must be another language than source_language');
}

/** Reads the script of a form. Its times are those of the film. */
export async function readScriptField(
  deps: DetectDeps,
  accountId: string,
  form: DubForm,
): Promise<GivenScript | null> {
  if (form.script === undefined) {
    if (form.scriptLanguage !== undefined) throw new InvalidDub('script_language', 'needs a script');
    return null;
  }
  const lines = parseScript(form.script);
  if (form.scriptLanguage !== undefined) return { language: form.scriptLanguage, lines };
  const { target, source } = form;
  const text = lines.map((line) => line.text).join('\n');
  const language = await detectScriptLanguage(deps, accountId, { text, target, source });
  if (language === null)
    throw new InvalidDub(
      'script_language',
      `is needed: the script could be in ${source ?? 'the language of the film'} or in ${target}`,
    );
  return { language, lines };
}

export async function listTranslations(
  deps: Pick<CheckDeps, 'engine' | 'listTranslating'>,
): Promise<OfferedTranslations> {
  return offeredTranslations(await deps.listTranslating(), targetLanguages(deps));
}

/** The capability that a worker needs for this translation. 503 where no worker could do it: before anything is charged. */
export async function translationNeed(
  deps: CheckDeps,
  source: string | null,
  target: string,
): Promise<string> {
  for (const one of capabilitiesFor(source, target, deps.transcription.languages))
    if (await deps.isOffered(['dub', one])) return one;
  throw new TranslationUnavailable(source, target, await listTranslations(deps));
}

/** Whether speech recognition has to run, which is charged. */
export function mustHear(dub: { script: object | null; given: GivenScript | null }): boolean {
  return dub.script === null && !(dub.given && hasTimes(dub.given.lines));
}

export function requireHearing({ transcription }: Pick<CheckDeps, 'transcription'>, film: Film): void {
  if (!film.has_audio) throw new NothingToHear();
  if (transcription.status() === 'absent') throw new TranscriptionNotInstalled();
}

/** The least that is dubbed. */
const SHORTEST_SECONDS = 0.5;

export function rangeOf(
  { start, end }: Pick<DubForm, 'start' | 'end'>,
  seconds: number,
): DubOptions['range'] {
  if (seconds < SHORTEST_SECONDS)
    throw new FilmTooShort('file', `must last at least ${SHORTEST_SECONDS} seconds`);
  if (start === undefined && end === undefined) return null;
  const from = start ?? 0;
  const to = end ?? seconds;
  if (to > seconds)
    throw new InvalidDub('end', `must not be after the end of the film, at ${seconds.toFixed(2)} seconds`);
  if (to - from < SHORTEST_SECONDS)
    throw new InvalidDub('start', `must be at least ${SHORTEST_SECONDS} seconds before end`);
  return { from, to };
}

/** Moves the times of a script from the film to the part that is dubbed, and leaves out what is not in it. */
export function givenInRange(
  given: GivenScript | null,
  range: DubOptions['range'],
  seconds: number,
): GivenScript | null {
  if (!given) return null;
  const lines = range ? linesWithin(given.lines, range) : given.lines;
  if (lines.length === 0) throw new InvalidDub('script', 'has no line within the part that is dubbed');
  checkGiven({ lines }, range ? range.to - range.from : seconds);
  return { ...given, lines };
}

function linesWithin(
  lines: GivenScript['lines'],
  { from, to }: NonNullable<DubOptions['range']>,
): GivenScript['lines'] {
  return lines.flatMap((line) => {
    if (!line.time) return [line];
    const start = Math.max(line.time.start, from) - from;
    const end = Math.min(line.time.end, to) - from;
    return end > start ? [{ ...line, time: { start, end } }] : [];
  });
}
