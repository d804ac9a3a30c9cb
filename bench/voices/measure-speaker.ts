import { joinSamples } from '../../engines/dsp/index.ts';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import type { KeptFitting } from './kept-fitting.ts';
import { learnVoice } from './learn-voice.ts';
import { likenessOf, meanStyle, portraitOf } from './portrait.ts';
import type { Result, Results, Way } from './results.ts';
import type { Speaker } from './speakers.ts';
import type { Studio } from './studio.ts';
import { TEXTS } from './texts.ts';
import { transcribeWords, type WordErrors } from './transcribe-words.ts';

/** Measures the requested methods that are not in the results yet: clones, synthesizes, analyses and saves each. */
export async function measureSpeaker(
  { studio, results, kept }: { studio: Studio; results: Results; kept: KeptFitting },
  speaker: Speaker,
  ways: readonly Way[],
): Promise<void> {
  const { name, kind, record } = speaker;
  const missing = ways.filter((way) => !results.find(name, way));
  if (missing.length === 0) return;
  const { identity, transcription } = studio;
  const { seen, more, unseen } = await record();
  const wanted = await portraitOf(identity, unseen);
  const mean = meanStyle(await identity.voiceStyles());
  const ceiling = likenessOf(await portraitOf(identity, seen), wanted, mean);
  for (const way of missing) {
    const machine = describeMachine();
    const instant = results.find(name, 'instant');
    const learnt = await learnVoice(
      { ...studio.learning(kind), kept },
      { way, speaker: name, samples: way === 'professional' ? more : seen, instant },
    );
    const { artifact } = learnt;
    const recordings = await studio.speak(artifact, TEXTS);
    const likeness = likenessOf(await portraitOf(identity, joinSamples(recordings)), wanted, mean);
    const words = await transcribeWords(transcription, recordings);
    const baseWords = way === 'preset' ? words : await wordsOfPreset(studio, results, artifact.baseVoice);
    const judged = { ...learnt, likeness, ceiling, words, baseWords };
    await results.add({ speaker: name, kind, way, machine, ...judged });
  }
}

/** Already known if it is the base of another voice, or the nearest preset of another speaker. */
async function wordsOfPreset(
  { speak, transcription }: Studio,
  { all }: Results,
  voiceId: string,
): Promise<WordErrors> {
  const isIt = ({ artifact }: Result) => artifact.baseVoice === voiceId;
  const known = all.find(isIt)?.baseWords;
  return known ?? transcribeWords(transcription, await speak(await presetSpeaker(voiceId), TEXTS));
}
