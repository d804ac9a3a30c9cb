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
 * A woman and a man for each language that Kokoro was not trained on. The women are the blends that a recogniser understood
 * best, the men the best without the Santas, which halt within sentences. Some are refined:
 * assets/speech/refined-styles.json, training/languages/README.md.
 */
export const BORROWED_VOICES: Record<BorrowedLanguage, OneOfEach> = {
  ca: { accent: 'catalan', woman: ['laia', { ef_dora: 1 }], man: ['jordi', { em_alex: 0.5, jm_kumo: 0.5 }] },
  cs: {
    accent: 'czech',
    woman: ['tereza', { bf_alice: 0.5, af_bella: 0.5 }],
    man: ['jakub', { bm_daniel: 0.7, bm_george: 0.3 }],
  },
  de: {
    accent: 'german',
    woman: ['lena', { af_kore: 0.5, if_sara: 0.5 }],
    man: ['jonas', { bm_george: 0.5, am_fenrir: 0.5 }],
  },
  fi: {
    accent: 'finnish',
    woman: ['aino', { if_sara: 0.5, jf_nezumi: 0.5 }],
    man: ['eero', { jm_kumo: 0.7, em_alex: 0.3 }],
  },
  hr: {
    accent: 'croatian',
    woman: ['iva', { if_sara: 0.5, jf_gongitsune: 0.5 }],
    man: ['luka', { jm_kumo: 0.5, em_alex: 0.5 }],
  },
  hu: {
    accent: 'hungarian',
    woman: ['zsofia', { hf_beta: 0.5, jf_nezumi: 0.5 }],
    man: ['bence', { jm_kumo: 0.7, im_nicola: 0.3 }],
  },
  id: {
    accent: 'indonesian',
    woman: ['putri', { ef_dora: 0.7, hf_beta: 0.3 }],
    man: ['budi', { em_alex: 0.7, hm_psi: 0.3 }],
  },
  nb: {
    accent: 'norwegian',
    woman: ['ingrid', { if_sara: 0.5, jf_nezumi: 0.5 }],
    man: ['lars', { jm_kumo: 0.3, bm_george: 0.7 }],
  },
  nl: {
    accent: 'dutch',
    woman: ['sanne', { pf_dora: 0.7, jf_gongitsune: 0.3 }],
    man: ['daan', { pm_alex: 1 }],
  },
  pl: {
    accent: 'polish',
    woman: ['zofia', { if_sara: 0.5, jf_tebukuro: 0.5 }],
    man: ['tomasz', { am_adam: 0.7, bm_lewis: 0.3 }],
  },
  ro: {
    accent: 'romanian',
    woman: ['ioana', { hf_alpha: 0.5, ef_dora: 0.5 }],
    man: ['andrei', { jm_kumo: 0.7, em_alex: 0.3 }],
  },
  ru: {
    accent: 'russian',
    woman: ['anna', { jf_gongitsune: 0.5, ef_dora: 0.5 }],
    man: ['dmitri', { jm_kumo: 0.7, bm_daniel: 0.3 }],
  },
  sk: {
    accent: 'slovak',
    woman: ['zuzana', { af_kore: 0.3, bf_isabella: 0.7 }],
    man: ['martin', { jm_kumo: 0.7, bm_daniel: 0.3 }],
  },
  sv: {
    accent: 'swedish',
    woman: ['astrid', { jf_gongitsune: 0.5, if_sara: 0.5 }],
    man: ['erik', { jm_kumo: 0.7, im_nicola: 0.3 }],
  },
  tr: {
    accent: 'turkish',
    woman: ['elif', { jf_gongitsune: 0.5, af_kore: 0.5 }],
    man: ['emre', { bm_george: 0.7, am_adam: 0.3 }],
  },
  uk: {
    accent: 'ukrainian',
    woman: ['oksana', { bf_emma: 0.7, hf_alpha: 0.3 }],
    man: ['taras', { jm_kumo: 0.7, bm_george: 0.3 }],
  },
};
