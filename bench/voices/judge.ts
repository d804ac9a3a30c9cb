import type { SpeakerArtifact } from '../../src/engines/speech/index.ts';
import { heardVector } from '../../src/engines/voice-identity/hearing/heard-voice.ts';
import { resampled } from '../../src/engines/voice-identity/index.ts';
import { printCosine, spectrumErrorDb, targetOf } from '../../src/engines/voice-identity/match/target.ts';
import { wordErrors } from '../stt/word-errors.ts';
import type { Speaker } from './speakers.ts';
import type { Studio } from './studio.ts';

export type Judgement = {
  /** Of the x-vectors: what matching improves. */
  cosine: number;
  /** Of the timbre that the encoder hears: nothing improves it on purpose. */
  second: number;
  spectrumDb: number;
  errors: number;
  words: number;
};

const TEXTS = [
  'The doctor will see you in a few minutes, so please take a seat by the window.',
  'Nobody knew why the lights went out just before the music started again.',
  'It was the longest winter that anyone in the valley could remember.',
];
/** A style is timbre, then prosody. */
const TIMBRE = 128;

/** On texts and on a recording that no matching has heard. */
export async function judge(
  studio: Studio,
  artifact: SpeakerArtifact,
  { unseen }: Speaker,
  mean: Float32Array,
) {
  const spoken = resampled(await studio.speak(artifact, TEXTS), 24_000, 16_000);
  const { identity, transcription } = studio;
  const [heard, wanted] = [
    await identity.hear({ samples: spoken, sampleRate: 16_000 }),
    await identity.hear({ samples: unseen, sampleRate: 16_000 }),
  ];
  const [own, true_] = [await identity.encode(spoken), await identity.encode(unseen)];
  const { text } = await transcription.transcribe({ samples: spoken, language: 'en' });
  const judgement: Judgement = {
    cosine: printCosine(heard.print, wanted.print),
    second: timbreCosine(own, true_, mean),
    spectrumDb: spectrumErrorDb(targetOf(wanted), heardVector(heard)),
    ...wordErrors(TEXTS.join(' '), text),
  };
  return judgement;
}

/** Away from the mean of all voices: what they share says nothing. */
function timbreCosine(one: Float32Array, other: Float32Array, mean: Float32Array): number {
  let [product, a, b] = [0, 0, 0];
  for (let i = 0; i < TIMBRE; i += 1) {
    const [x, y] = [(one[i] ?? 0) - (mean[i] ?? 0), (other[i] ?? 0) - (mean[i] ?? 0)];
    product += x * y;
    a += x * x;
    b += y * y;
  }
  return product / Math.sqrt(a * b);
}
