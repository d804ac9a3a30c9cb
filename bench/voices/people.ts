/** People with free recordings in Debian packages: two recordings of each, with different words. */
export type Person = {
  name: string;
  package: string;
  licence: string;
  /** Matches paths inside the package; only prompts longer than `minBytes`. */
  files: RegExp;
  minBytes?: number;
};

/** Asterisk's prompts, without its silence and its monkeys. */
export const promptFiles = (ending: string): RegExp =>
  new RegExp(`/sounds/(?!.*(?:/silence/|tt-monkeys\\.)).*\\.${ending}$`, 'u');

const STAMPS = {
  package: 'tuxpaint-stamps-default',
  licence: 'GPL-2+',
};
const TUBERLING = { package: 'ktuberling-data', licence: 'GPL-2+' };

function prompts(language: string): Person {
  return {
    name: `asterisk-${language}`,
    package: `asterisk-core-sounds-${language}-g722`,
    licence: 'CC-BY-SA-3.0',
    files: promptFiles('g722'),
    minBytes: 24_000,
  };
}

export function stamps(language: string): Person {
  return { name: `stamps-${language}`, ...STAMPS, files: new RegExp(`_desc_${language}\\.ogg$`, 'u') };
}

export function tuberling(language: string): Person {
  return { name: `tuberling-${language}`, ...TUBERLING, files: new RegExp(`/sounds/${language}/`, 'u') };
}

export const PEOPLE: readonly Person[] = [
  ...['en', 'fr', 'it', 'ru'].map(prompts),
  {
    name: 'asterisk-fr-armelle',
    package: 'asterisk-prompt-fr-armelle',
    licence: 'GPL-2+',
    files: /\.gsm$/u,
    minBytes: 3_000,
  },
  {
    name: 'asterisk-es-co',
    package: 'asterisk-prompt-es-co',
    licence: 'GPL-2+',
    files: /\.gsm$/u,
    minBytes: 3_000,
  },
  {
    name: 'librivox-austen',
    package: 'pocketsphinx-testdata',
    licence: 'public domain',
    files: /\/librivox\/.*\.wav$/u,
  },
  ...['bg', 'ca', 'da', 'el', 'es', 'ro', 'ru', 'be'].map(stamps),
  ...['de', 'el', 'gl'].map(tuberling),
];

/** None of our networks was trained on these presets. */
export const HELD_OUT = [
  'af_bella',
  'af_sky',
  'am_michael',
  'am_onyx',
  'bf_isabella',
  'bm_george',
  'ff_siwis',
  'im_nicola',
];

export type SpeakerKind = 'person' | 'held-out voice';
