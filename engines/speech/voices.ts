import { BORROWED_VOICES, type Recipe } from './borrowed-voices.ts';
import { LANGUAGES } from './languages.ts';
import type { BorrowedLanguage, PhonemeLanguage } from './phonemes/methods.ts';

export type SpeechVoice = {
  id: string;
  name: string;
  language: PhonemeLanguage;
  gender: 'female' | 'male';
  tags: string[];
  /** Absent for voices of Kokoro itself. Its parts always are such. */
  recipe?: Recipe;
};

/** A voice and its weight. */
export type VoicePart = { id: string; weight: number };

type Accent = { language: PhonemeLanguage; accent: string };

/** By the first letter of a voice id of Kokoro; the second is the gender. */
const ACCENTS: Record<string, Accent> = {
  a: { language: 'en-US', accent: 'american' },
  b: { language: 'en-GB', accent: 'british' },
  e: { language: 'es', accent: 'spanish' },
  f: { language: 'fr', accent: 'french' },
  h: { language: 'hi', accent: 'hindi' },
  i: { language: 'it', accent: 'italian' },
  j: { language: 'ja', accent: 'japanese' },
  p: { language: 'pt-BR', accent: 'brazilian' },
  z: { language: 'zh', accent: 'mandarin' },
};

/** Every voice of Kokoro with the grade that its authors published. */
const GRADES: Record<string, string> = {
  af_heart: 'A',
  af_alloy: 'C',
  af_aoede: 'C+',
  af_bella: 'A-',
  af_jessica: 'D',
  af_kore: 'C+',
  af_nicole: 'B-',
  af_nova: 'C',
  af_river: 'D',
  af_sarah: 'C+',
  af_sky: 'C-',
  am_adam: 'F+',
  am_echo: 'D',
  am_eric: 'D',
  am_fenrir: 'C+',
  am_liam: 'D',
  am_michael: 'C+',
  am_onyx: 'D',
  am_puck: 'C+',
  am_santa: 'D-',
  bf_alice: 'D',
  bf_emma: 'B-',
  bf_isabella: 'C',
  bf_lily: 'D',
  bm_daniel: 'D',
  bm_fable: 'C',
  bm_george: 'C',
  bm_lewis: 'D+',
  ef_dora: '',
  em_alex: '',
  em_santa: '',
  ff_siwis: 'B-',
  hf_alpha: 'C',
  hf_beta: 'C',
  hm_omega: 'C',
  hm_psi: 'C',
  if_sara: 'C',
  im_nicola: 'C',
  jf_alpha: 'C+',
  jf_gongitsune: 'C',
  jf_nezumi: 'C-',
  jf_tebukuro: 'C',
  jm_kumo: 'C-',
  pf_dora: '',
  pm_alex: '',
  pm_santa: '',
  zf_xiaobei: 'D',
  zf_xiaoni: 'D',
  zf_xiaoxiao: 'D',
  zf_xiaoyi: 'D',
  zm_yunjian: 'D',
  zm_yunxi: 'D',
  zm_yunxia: 'D',
  zm_yunyang: 'D',
};

const STYLES: Record<string, string[]> = {
  af_heart: ['warm'],
  af_bella: ['expressive'],
  af_nicole: ['whispery', 'headphones'],
  am_santa: ['character'],
  em_santa: ['character'],
  pm_santa: ['character'],
};

const OWN: SpeechVoice[] = Object.entries(GRADES).map(([id, grade]) => {
  const { language, accent } = ACCENTS[id[0] ?? ''] ?? { language: 'en-US', accent: 'american' };
  const gender = id[1] === 'f' ? 'female' : 'male';
  const tags = [accent, ...(STYLES[id] ?? []), ...(grade ? [`grade:${grade}`] : [])];
  return { id, name: nameOf(id), language, gender, tags };
});

const BORROWED: SpeechVoice[] = Object.entries(BORROWED_VOICES).flatMap(([code, { accent, woman, man }]) => {
  const language = code as BorrowedLanguage;
  const one = (gender: SpeechVoice['gender'], [name, recipe]: [string, Recipe]): SpeechVoice => {
    const id = `${language}_${name}`;
    return { id, name: nameOf(id), language, gender, tags: [accent], recipe };
  };
  return [one('female', woman), one('male', man)];
});

function nameOf(id: string): string {
  return id.slice(3, 4).toUpperCase() + id.slice(4);
}

const OFFERED = new Set<string>(LANGUAGES.map(({ code }) => code));

export const VOICES: readonly SpeechVoice[] = [...OWN, ...BORROWED].filter(({ language }) =>
  OFFERED.has(language),
);

const BY_ID = new Map(VOICES.map((voice) => [voice.id, voice]));

export function findVoice(id: string): SpeechVoice | undefined {
  return BY_ID.get(id);
}

/** The voices of Kokoro that a preset is made of; their weights add up to 1. */
export function partsOf(voiceId: string): VoicePart[] {
  const recipe = Object.entries(findVoice(voiceId)?.recipe ?? { [voiceId]: 1 });
  const whole = recipe.reduce((sum, [, weight]) => sum + weight, 0);
  return recipe.map(([id, weight]) => ({ id, weight: weight / whole }));
}
