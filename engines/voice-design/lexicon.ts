import { AGES, type Age, type Gender, type Move } from './axes.ts';

/** Meaning of a word. Words are stems: `deep` also covers deeper, deepest and deeply. */
export type Wish = { move?: Move; gender?: Gender; age?: Age; language?: string };

const MOVES: [words: string, move: Move][] = [
  ['deep low bass baritone booming gravelly sonorous', { pitch: -1 }],
  ['high squeaky shrill soprano treble piping', { pitch: 1 }],
  ['fast quick rapid brisk hurried speedy snappy', { pace: 1 }],
  ['slow unhurried measured leisurely drawling deliberate', { pace: -1 }],
  ['bright crisp clear sharp brilliant sparkling ringing tinny', { brightness: 1 }],
  ['dark dull muffled mellow velvet velvety smoky', { brightness: -1 }],
  ['warm rich full round cosy cozy resonant chesty', { warmth: 1 }],
  ['cold cool thin metallic nasal', { warmth: -1 }],
  ['breathy airy whispery whispering husky hushed raspy hoarse soft', { breath: 1 }],
  ['firm pressed solid clean', { breath: -1 }],
  ['energetic lively excited enthusiastic expressive animated cheerful happy upbeat playful', { energy: 1 }],
  ['calm relaxed monotone flat serious sober soothing gentle quiet', { energy: -1 }],
  ['authoritative commanding confident', { pitch: -0.5, breath: -0.5, energy: 0.3 }],
  ['friendly kind caring', { warmth: 0.6, energy: 0.4 }],
  ['sad tired weary sleepy', { energy: -0.8, pace: -0.6, breath: 0.4 }],
  ['angry fierce stern', { brightness: 0.5, breath: -0.6, pace: 0.3 }],
  ['seductive sultry intimate', { breath: 0.8, pitch: -0.5, pace: -0.5 }],
];

const GENDERS: [words: string, gender: Gender][] = [
  ['man male masculine boy gentleman guy grandfather grandpa father uncle king he him his', 'male'],
  ['woman female feminine girl lady grandmother grandma mother aunt queen she her hers', 'female'],
  ['androgynous genderless nonbinary', 'neutral'],
];

const AGE_WORDS: [words: string, age: Age][] = [
  ['young youthful teenage teenager teen boy girl student twenties', 'young'],
  ['adult thirties forties', 'adult'],
  [
    'old older elderly aged mature senior grandfather grandpa grandmother grandma fifties sixties seventies eighties',
    'mature',
  ],
];

/** Maps an accent to the nearest one with voices. Unlisted accents leave the language unchanged. */
const LANGUAGES: [words: string, language: string][] = [
  ['american usa californian texan midwestern canadian', 'en-US'],
  ['british england uk london oxford cockney scottish irish welsh australian', 'en-GB'],
  ['spanish castilian mexican', 'es'],
  ['french parisian', 'fr'],
  ['hindi indian', 'hi'],
  ['italian', 'it'],
  ['japanese', 'ja'],
  ['brazilian portuguese', 'pt-BR'],
  ['chinese mandarin', 'zh'],
];

const WISHES = new Map<string, Wish>();

function add(words: string, wish: Wish): void {
  for (const word of words.split(' ')) WISHES.set(word, { ...WISHES.get(word), ...wish });
}

for (const [words, move] of MOVES) add(words, { move });
for (const [words, gender] of GENDERS) add(words, { gender });
for (const [words, age] of AGE_WORDS) add(words, { age, move: AGES[age] });
for (const [words, language] of LANGUAGES) add(words, { language });

const ENDINGS = [/er$/u, /est$/u, /ly$/u, /ier$/u, /iest$/u, /ness$/u, /ish$/u];

/** Undefined for words that do not describe a voice. */
export function wishOf(word: string): Wish | undefined {
  return stemsOf(word)
    .map((stem) => WISHES.get(stem))
    .find((wish) => wish !== undefined);
}

/** The word itself, then without its ending: a dropped letter restored, a doubled one removed. */
function stemsOf(word: string): string[] {
  const cut = ENDINGS.filter((ending) => ending.test(word)).map((ending) => word.replace(ending, ''));
  return [word, ...cut.flatMap((stem) => [stem, `${stem}e`, `${stem}y`, stem.replace(/(.)\1$/u, '$1')])];
}
