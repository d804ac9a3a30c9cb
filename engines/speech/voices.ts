import type { Preset, Recipe } from './language.ts';
import { LANGUAGES, type LanguageCode, languageByCode } from './languages.ts';

export type SpeechVoice = {
  id: string;
  name: string;
  language: LanguageCode;
  gender: 'female' | 'male';
  tags: string[];
  /** Absent for voices of Kokoro itself. Its parts always are such. */
  recipe?: Recipe;
};

/** A voice and its weight. */
export type VoicePart = { id: string; weight: number };

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

/** The first letter of an id is that of the language, the second the gender. */
const OWN: SpeechVoice[] = Object.entries(GRADES).map(([id, grade]) => {
  const { code, accent } =
    LANGUAGES.find(({ presets }) => 'kokoro' in presets && presets.kokoro === id[0]) ??
    languageByCode('en-US');
  const gender = id[1] === 'f' ? 'female' : 'male';
  const tags = [accent, ...(STYLES[id] ?? []), ...(grade ? [`grade:${grade}`] : [])];
  return { id, name: nameOf(id), language: code, gender, tags };
});

const BORROWED: SpeechVoice[] = LANGUAGES.flatMap(({ code, accent, presets }) => {
  if ('kokoro' in presets) return [];
  const one = (gender: SpeechVoice['gender'], { name, recipe }: Preset): SpeechVoice => {
    const id = `${code}_${name}`;
    return { id, name: nameOf(id), language: code, gender, tags: [accent], recipe };
  };
  return [one('female', presets.woman), one('male', presets.man)];
});

function nameOf(id: string): string {
  return id.slice(3, 4).toUpperCase() + id.slice(4);
}

export const VOICES: readonly SpeechVoice[] = [...OWN, ...BORROWED];

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
