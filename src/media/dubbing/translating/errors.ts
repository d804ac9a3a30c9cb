import { domainError } from '../../../platform/errors.ts';

type Possible = { pairs: readonly { source: string; target: string }[]; anyTo: readonly string[] };

/** Says what is possible instead. */
export const TranslationUnavailable = domainError(
  'unavailable',
  'translation_unavailable',
  (source: string | null, target: string, { pairs, anyTo }: Possible) => {
    const possible = [
      ...(anyTo.length > 0 ? [`any language to ${anyTo.join(', ')}`] : []),
      ...pairs.map((pair) => `${pair.source} to ${pair.target}`),
    ];
    const dependsOnSource = source === null && pairs.some((pair) => pair.target === target);
    return [
      dependsOnSource
        ? `Translation to ${target.slice(0, 20)} depends on the language of the film: send source_language.`
        : `This server cannot translate ${source === null ? '' : `from ${source.slice(0, 20)} `}to ${target.slice(0, 20)}.`,
      possible.length > 0 ? `Possible: ${possible.join('; ')}.` : 'It has no translator at all.',
      'A script in the target language needs no translation.',
      'The operator can add languages with "./run languages" (Apertium) or any pair with LLM_BASE_URL.',
    ].join(' ');
  },
);

export const AlreadyInTarget = domainError(
  'unprocessable',
  'same_language',
  (language: string) => `The film is in "${language}" already. Choose another target_language.`,
);

export const NothingTranslated = domainError(
  'unprocessable',
  'nothing_translated',
  'No line of the film could be translated. Send a script in the target language, or check source_language.',
);
