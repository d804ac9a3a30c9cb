import { findLanguage, languageOrEnglish } from '../../speech/index.ts';

export type Sentence = { text: string; language: string };

const ENGLISH = 'en-US';
/** Half a minute of speech is enough; more changed little. */
const LEARNT = 12;
const JUDGED = 5;
/** Besides English, which has the sounds of most. */
const MOST_LANGUAGES = 2;

const ENGLISH_LEARNT = [
  'The ferry had already left the harbour when the two sisters arrived with their heavy bags.',
  'What a strange question! Why would anyone want to measure the shape of a cloud?',
  'My grandfather kept bees behind the house, and every autumn he gave us a jar of dark honey.',
  'Please choose your language, then press the blue button twice to begin.',
  'He laughed so loudly that the dog jumped off the sofa and hid under the table.',
  'Birds, fish and insects all use the sun to find their way home.',
  'The judge asked for silence, but the crowd outside went on shouting.',
  'Could you send me the figures for April, May and June before the meeting?',
  'A thin layer of ice covered the lake, and nobody dared to cross it.',
  'Young pilots learn to trust their instruments when they cannot see the ground.',
  'She poured the coffee, sat down and read the letter a second time.',
  'Our engineers found the fault this morning and hope to repair it by Thursday.',
];
const ENGLISH_JUDGED = [
  'The doctor will see you in a few minutes, so please take a seat by the window.',
  'Nobody knew why the lights went out just before the music started again.',
  'Turn left at the church, cross the river and follow the path to the mill.',
  'We need fresh bread, a bottle of milk and some cheese for the journey.',
  'The old bridge was closed after the storm because a tree had fallen on it.',
];

/** What a voice of these languages learns from, and other sentences by which it is judged. */
export function sentencesFor(languages: readonly string[]): Record<'learnt' | 'judged', Sentence[]> {
  const codes = languages.flatMap((tag) => findLanguage(tag)?.code ?? []);
  const others = [...new Set(codes)].filter((code) => !code.startsWith('en')).slice(0, MOST_LANGUAGES);
  const own = others.map((language) => {
    const { matching, previewLine, disclosure } = languageOrEnglish(language);
    const learnt = [previewLine, ...matching.steering, disclosure.agent, disclosure.speech];
    return { language, learnt, judged: [matching.scoring] };
  });
  const english = { language: ENGLISH, learnt: ENGLISH_LEARNT, judged: ENGLISH_JUDGED };
  const all = (which: 'learnt' | 'judged', count: number): Sentence[] =>
    [...own, english]
      .flatMap(({ language, ...texts }) => texts[which].map((text) => ({ text, language })))
      .slice(0, count);
  return { learnt: all('learnt', LEARNT), judged: all('judged', JUDGED) };
}
