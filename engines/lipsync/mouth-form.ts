import type { FormName, Viseme } from './types.ts';

export type MouthForm = Record<FormName, number>;

/** Openness and jaw are 1 for the widest vowel; width is 0.5 at rest. */
export const FORMS: Record<Viseme, MouthForm> = {
  sil: { openness: 0, width: 0.5, rounding: 0, jaw: 0 },
  PP: { openness: 0, width: 0.45, rounding: 0, jaw: 0 },
  FF: { openness: 0.18, width: 0.5, rounding: 0, jaw: 0.05 },
  TH: { openness: 0.45, width: 0.55, rounding: 0, jaw: 0.25 },
  DD: { openness: 0.4, width: 0.55, rounding: 0, jaw: 0.25 },
  kk: { openness: 0.5, width: 0.5, rounding: 0, jaw: 0.4 },
  CH: { openness: 0.38, width: 0.25, rounding: 0.65, jaw: 0.15 },
  SS: { openness: 0.3, width: 0.7, rounding: 0, jaw: 0.1 },
  nn: { openness: 0.4, width: 0.55, rounding: 0, jaw: 0.25 },
  RR: { openness: 0.4, width: 0.3, rounding: 0.5, jaw: 0.25 },
  aa: { openness: 1, width: 0.45, rounding: 0, jaw: 1 },
  E: { openness: 0.68, width: 0.7, rounding: 0, jaw: 0.5 },
  ih: { openness: 0.47, width: 0.77, rounding: 0, jaw: 0.25 },
  oh: { openness: 0.8, width: 0.12, rounding: 0.7, jaw: 0.7 },
  ou: { openness: 0.4, width: 0, rounding: 1, jaw: 0.25 },
};
