import type { BorrowedLanguage } from './phonemes/methods.ts';

/** A preset made of Kokoro's own: by id, the weight of each. */
export type Recipe = Readonly<Record<string, number>>;

/** By the first name, which becomes the end of the id. */
type OneOfEach = {
  accent: string;
  woman: [name: string, recipe: Recipe];
  man: [name: string, recipe: Recipe];
};

/**
 * A woman and a man for each language that Kokoro was not trained on. The voices and weights are those that a recogniser
 * understood best: docs/decisions/0031-borrowed-languages.md.
 */
export const BORROWED_VOICES: Record<BorrowedLanguage, OneOfEach> = {
  ca: { accent: 'catalan', woman: ['laia', { if_sara: 1 }], man: ['jordi', { im_nicola: 1 }] },
  cs: { accent: 'czech', woman: ['tereza', { if_sara: 1 }], man: ['jakub', { im_nicola: 1 }] },
  da: { accent: 'danish', woman: ['freja', { if_sara: 1 }], man: ['mads', { im_nicola: 1 }] },
  de: { accent: 'german', woman: ['lena', { if_sara: 1 }], man: ['jonas', { im_nicola: 1 }] },
  el: { accent: 'greek', woman: ['eleni', { if_sara: 1 }], man: ['nikos', { im_nicola: 1 }] },
  fi: { accent: 'finnish', woman: ['aino', { if_sara: 1 }], man: ['eero', { im_nicola: 1 }] },
  hr: { accent: 'croatian', woman: ['iva', { if_sara: 1 }], man: ['luka', { im_nicola: 1 }] },
  hu: { accent: 'hungarian', woman: ['zsofia', { if_sara: 1 }], man: ['bence', { im_nicola: 1 }] },
  id: { accent: 'indonesian', woman: ['putri', { if_sara: 1 }], man: ['budi', { im_nicola: 1 }] },
  nb: { accent: 'norwegian', woman: ['ingrid', { if_sara: 1 }], man: ['lars', { im_nicola: 1 }] },
  nl: { accent: 'dutch', woman: ['sanne', { if_sara: 1 }], man: ['daan', { im_nicola: 1 }] },
  pl: { accent: 'polish', woman: ['zofia', { if_sara: 1 }], man: ['tomasz', { im_nicola: 1 }] },
  ro: { accent: 'romanian', woman: ['ioana', { if_sara: 1 }], man: ['andrei', { im_nicola: 1 }] },
  ru: { accent: 'russian', woman: ['anna', { if_sara: 1 }], man: ['dmitri', { im_nicola: 1 }] },
  sk: { accent: 'slovak', woman: ['zuzana', { if_sara: 1 }], man: ['martin', { im_nicola: 1 }] },
  sv: { accent: 'swedish', woman: ['astrid', { if_sara: 1 }], man: ['erik', { im_nicola: 1 }] },
  tr: { accent: 'turkish', woman: ['elif', { if_sara: 1 }], man: ['emre', { im_nicola: 1 }] },
  uk: { accent: 'ukrainian', woman: ['oksana', { if_sara: 1 }], man: ['taras', { im_nicola: 1 }] },
  vi: { accent: 'vietnamese', woman: ['linh', { if_sara: 1 }], man: ['minh', { im_nicola: 1 }] },
};
