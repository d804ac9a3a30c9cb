import { PEOPLE, type Person, promptFiles, stamps, tuberling } from '../voices/people.ts';

function fish(language: string, letter: 'm' | 'v'): Person {
  return {
    name: `fillets-${language}-${letter}`,
    package: `fillets-ng-data-${language}`,
    licence: 'GPL-2+',
    files: new RegExp(`/${language}/[^/]*-${letter}-[^/]*\\.ogg$`, 'u'),
    minBytes: 12_000,
  };
}

function tiles(voice: string): Person {
  return {
    name: `kajongg-${voice}`,
    package: 'kajongg',
    licence: 'GPL-2+',
    files: new RegExp(`/voices/de/${voice}/.*\\.ogg$`, 'u'),
  };
}

/**
 * Everybody in Debian who says words or sentences for at least 10 seconds twice. Left out: Asterisk's Spanish, which the
 * speaker of its English speaks too, and ktuberling's Catalan, Danish and Russian, in which voices of different pitch take turns.
 */
export const SPEAKERS: readonly Person[] = [
  ...PEOPLE,
  ...['fr', 'nl', 'lt'].map(stamps),
  ...['en', 'fr', 'lt', 'nn', 'sl', 'uk', 'wa'].map(tuberling),
  ...(['cs', 'nl'] as const).flatMap((language) => [fish(language, 'm'), fish(language, 'v')]),
  ...['female1', 'female2', 'male1', 'male2'].map(tiles),
  {
    name: 'asterisk-it-menardi',
    package: 'asterisk-prompt-it-menardi-wav',
    licence: 'CC-BY-SA-3.0',
    files: promptFiles('wav'),
    minBytes: 32_000,
  },
  {
    name: 'festvox-ru',
    package: 'festvox-ru',
    licence: 'BSD-like',
    files: /\/wav\/.*\.wav$/u,
  },
];
