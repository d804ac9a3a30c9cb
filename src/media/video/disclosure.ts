import { findLanguage } from '../../../engines/speech/index.ts';
import { domainError } from '../../platform/errors.ts';
import type { ReadSpeech } from '../speech/index.ts';

export const FILM_DISCLOSURES = ['audible', 'visible', 'none'] as const;
export type FilmDisclosure = (typeof FILM_DISCLOSURES)[number];

/** `filmDisclosure` holds for films whose request says nothing of it. */
export type DisclosureRule = { filmDisclosure: FilmDisclosure };

const NothingToSay = domainError(
  'invalid',
  'invalid_request',
  'disclosure `audible` needs a text to speak. Use `visible` for a film with a sound of your own.',
);

/** A film with a sound of its own shows what it cannot say, if the operator wants it told. */
export function filmDisclosureOf(
  { filmDisclosure: usual }: DisclosureRule,
  { disclosure }: { disclosure?: FilmDisclosure | undefined },
  { speaks }: { speaks: boolean },
): FilmDisclosure {
  if (disclosure === 'audible' && !speaks) throw new NothingToSay();
  const wanted = disclosure ?? usual;
  return wanted === 'audible' && !speaks ? 'visible' : wanted;
}

/** Returns the language of the label. Undefined: the picture has none. */
export function labelOf(
  disclosure: FilmDisclosure,
  { script, language }: { script: ReadSpeech | null; language?: string | undefined },
): string | undefined {
  if (disclosure !== 'visible') return undefined;
  return (script?.languages[0]?.language ?? findLanguage(language ?? '')?.code) || 'en-US';
}
