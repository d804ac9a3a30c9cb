import { joinSamples } from '../../dsp/index.ts';
import type { KokoroEngine, SpeakerArtifact } from '../../speech/index.ts';
import type { AdaptCallOptions, AdaptingEngine } from './adapting-engine.ts';
import { type Judgement, judge, type Measures } from './judgement.ts';
import type { Adapted } from './methods.ts';
import { type Sentence, sentencesFor } from './sentences.ts';

export type AdaptEngines = {
  speech: Pick<KokoroEngine, 'utterances'>;
  adapting: AdaptingEngine;
  /** Counts the words of a sentence that a recogniser mishears. Takes 24 kHz. Absent: words are not judged. */
  countWrongWords?:
    | ((sound: Float32Array, sentence: Sentence, signal?: AbortSignal) => Promise<number>)
    | undefined;
};

export type AdaptRequest = {
  speaker: SpeakerArtifact;
  /** Print of the recording that the voice was cloned from. Null for a voice that no person has: a design, a blend, a remix. */
  person: Float32Array | null;
  /** That the voice mostly speaks. It learns from sentences of two of them, and of English. */
  languages: readonly string[];
};

export type AdaptOptions = AdaptCallOptions & { steps?: number | undefined };

/** `adaptation` is the `SpeakerArtifact.adaptation` of the voice if the judgement passes. */
export type AdaptedVoice = Omit<Adapted, 'measures'> & { judgement: Judgement };

/** More than twice as many gain little, and without critics they begin to buzz. */
const STEPS = 60;

/** Adapts our decoder to a voice and judges whether it may speak through it. Changes nothing itself. */
export async function adaptVoice(
  { speech, adapting, countWrongWords }: AdaptEngines,
  { speaker, person, languages }: AdaptRequest,
  { steps = STEPS, signal, onProgress }: AdaptOptions = {},
): Promise<AdaptedVoice> {
  const { learnt, judged } = sentencesFor(languages);
  const utterances = (sentences: readonly Sentence[]) =>
    Promise.all(
      sentences.map(({ text, language }) =>
        speech.utterances({ text, language, voiceId: speaker.baseVoice, speaker }, signal),
      ),
    );
  const [learning, judging] = [await utterances(learnt), await utterances(judged)];
  const { equaliserDb } = speaker;
  const { measures, ...adapted } = await adapting.adapt(
    { learnt: learning.flat(), judged: judging.flat(), equaliserDb, person, steps },
    { signal, onProgress },
  );
  const words = countWrongWords
    ? await wordsOf(countWrongWords, spokenSentences(judged, judging, adapted.sounds), signal)
    : null;
  return { ...adapted, judgement: judge({ ...measures, words }) };
}

type Spoken = { sentence: Sentence; sounds: Adapted['sounds'] };

/** A sentence may be spoken in several segments. */
function spokenSentences(
  sentences: readonly Sentence[],
  segments: readonly (readonly unknown[])[],
  sounds: Adapted['sounds'],
): Spoken[] {
  let at = 0;
  return sentences.map((sentence, i) => {
    const own = sounds.slice(at, at + (segments[i]?.length ?? 0));
    at += own.length;
    return { sentence, sounds: own };
  });
}

async function wordsOf(
  countWrongWords: NonNullable<AdaptEngines['countWrongWords']>,
  spoken: readonly Spoken[],
  signal?: AbortSignal,
): Promise<Measures['words']> {
  const words = { ours: 0, generator: 0, spoken: 0 };
  for (const { sentence, sounds } of spoken) {
    for (const by of ['ours', 'generator'] as const)
      words[by] += await countWrongWords(joinSamples(sounds.map((sound) => sound[by])), sentence, signal);
    words.spoken += sentence.text.split(/\s+/u).length;
  }
  return words;
}
