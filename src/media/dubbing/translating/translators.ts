import type { LanguageModel } from '../../../../engines/language-model/index.ts';
import type { TranscriptionEngine } from '../../../../engines/transcription/index.ts';
import { createTranslatingModel, type TranslationEngine } from '../../../../engines/translation/index.ts';
import { baseLanguage } from '../base-language.ts';
import type { DubScript } from '../project.ts';
import { AlreadyInTarget, NothingTranslated, TranslationUnavailable } from './errors.ts';
import { translateSound } from './translate-sound.ts';
import { translateTexts } from './translate-texts.ts';
import type { TranslateOptions, TranslateRequest, TranslatorList, Translators } from './types.ts';

export type TranslatingEngines = {
  languageModel: LanguageModel | null;
  apertium: TranslationEngine | null;
  transcription: TranscriptionEngine;
  /** Languages that can be spoken. Default: every one. */
  speaks?: readonly string[] | undefined;
};

type Way = {
  by: string;
  run(request: TranslateRequest & { source: string }, options: TranslateOptions): Promise<DubScript['lines']>;
};

/** Whisper translates into this language only. */
const WHISPER_TARGET = 'en';

/**
 * Prefers a language model, then Whisper if nobody changed the text since it was heard, then Apertium, then Whisper
 * in any case. The last choice is Apertium through a third language.
 */
export function createTranslators({
  languageModel,
  apertium,
  transcription,
  speaks,
}: TranslatingEngines): Translators {
  const spoken = speaks && new Set(speaks.map(baseLanguage));
  const isSpoken = (target: string): boolean => spoken?.has(target) ?? true;
  const model = languageModel && createTranslatingModel(languageModel);
  const pairs = apertium?.capabilities.pairs ?? [];
  // Asked each time: weights may be missing.
  const hears = (): boolean => transcription.status() !== 'absent';

  const withModel: Way = {
    by: 'language-model',
    run: (request, options) => translateTexts(model as TranslationEngine, request, options),
  };
  const withApertium: Way = {
    by: 'apertium',
    run: (request, options) => translateTexts(apertium as TranslationEngine, request, options),
  };
  const withWhisper: Way = {
    by: 'whisper',
    run: (request, options) => translateSound(transcription, request, options),
  };

  function wayBetween(source: string, target: string, isAsHeard: boolean): Way | null {
    if (!isSpoken(target) || source === target) return null;
    if (model) return withModel;
    const isHeard = hears() && transcription.languages.includes(source);
    const bySound = target === WHISPER_TARGET && isHeard ? withWhisper : null;
    if (bySound && isAsHeard) return bySound;
    const pair = pairs.find((one) => one.source === source && one.target === target);
    if (pair && pair.through === null) return withApertium;
    return bySound ?? (pair ? withApertium : null);
  }

  function list(): TranslatorList {
    const anyTo = model
      ? [...(spoken ?? transcription.languages)]
      : hears() && isSpoken(WHISPER_TARGET)
        ? [WHISPER_TARGET]
        : [];
    const own = pairs.flatMap(({ source, target }) => {
      const way = wayBetween(source, target, true);
      return way === withApertium ? [{ source, target, by: way.by }] : [];
    });
    return { languageModel: languageModel?.model ?? null, pairs: own, anyTo };
  }

  function wayOrThrow(source: string, target: string, isAsHeard: boolean): Way {
    if (source === target) throw new AlreadyInTarget(target);
    const way = wayBetween(source, target, isAsHeard);
    if (way) return way;
    throw new TranslationUnavailable(source, target, list());
  }

  return {
    list,
    async translate(request, options) {
      const { script } = request;
      if (script.lines.every(({ translation }) => translation !== null)) return { script, by: null };
      const target = baseLanguage(request.target);
      const source = script.source_language === null ? null : baseLanguage(script.source_language);
      if (source === null) throw new TranslationUnavailable(source, target, list());
      const way = wayOrThrow(source, target, request.isAsHeard);
      const lines = await way.run({ ...request, source, target }, options);
      if (lines.every(({ translation }) => translation === null)) throw new NothingTranslated();
      options.onProgress(1);
      return { script: { ...script, lines }, by: way.by };
    },
  };
}
