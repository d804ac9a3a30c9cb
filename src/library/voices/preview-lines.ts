import { joinSamples } from '../../../engines/dsp/index.ts';
import type { SpeechEngine, SynthesisOptions, SynthesisRequest } from '../../../engines/speech/index.ts';

/** By the first part of the language tag. */
const PREVIEW_LINES: Record<string, string> = {
  en: 'Hello. This is how I sound when I read your words aloud.',
  es: 'Hola. Así sueno cuando leo tus palabras en voz alta.',
  fr: 'Bonjour. Voici ma voix quand je lis vos mots à haute voix.',
  hi: 'नमस्ते। आपके शब्द पढ़ते समय मेरी आवाज़ ऐसी सुनाई देती है।',
  it: 'Ciao. Ecco come suona la mia voce quando leggo le tue parole.',
  pt: 'Olá. É assim que a minha voz soa quando leio as suas palavras.',
  ja: 'こんにちは。わたしのこえはこのようにきこえます。',
  zh: '你好。这就是我朗读文字时的声音。',
  ca: 'Hola. Així sono quan llegeixo les teves paraules en veu alta.',
  cs: 'Dobrý den. Takhle zním, když čtu vaše slova nahlas.',
  de: 'Hallo. So klinge ich, wenn ich Ihre Worte vorlese.',
  fi: 'Hei. Tältä kuulostan, kun luen sanasi ääneen.',
  hr: 'Bok. Ovako zvučim kad naglas čitam vaše riječi.',
  hu: 'Üdvözlöm. Így szól a hangom, amikor felolvasom a szavait.',
  id: 'Halo. Seperti inilah suara saya saat membacakan kata-kata Anda.',
  nb: 'Hei. Slik høres jeg ut når jeg leser ordene dine høyt.',
  nl: 'Hallo. Zo klink ik als ik uw woorden voorlees.',
  pl: 'Dzień dobry. Tak brzmię, kiedy czytam na głos wasze słowa.',
  ro: 'Bună ziua. Așa sună vocea mea când vă citesc cuvintele.',
  ru: 'Здравствуйте. Так я звучу, когда читаю ваши слова вслух.',
  sk: 'Dobrý deň. Takto zniem, keď nahlas čítam vaše slová.',
  sv: 'Hej. Så här låter jag när jag läser dina ord högt.',
  tr: 'Merhaba. Sözlerinizi yüksek sesle okurken sesim böyle.',
  uk: 'Вітаю. Так я звучу, коли читаю ваші слова вголос.',
};

export function previewLineFor(language: string): string {
  return PREVIEW_LINES[language.slice(0, 2)] ?? PREVIEW_LINES.en ?? '';
}

/** All samples of a short text. */
export async function speakLine(
  engine: SpeechEngine,
  request: SynthesisRequest,
  options: SynthesisOptions = {},
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  for await (const { samples } of engine.synthesize(request, options)) chunks.push(samples);
  return joinSamples(chunks);
}
