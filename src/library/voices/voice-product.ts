import { languageOrEnglish, type SpeakerArtifact, type SpeechEngine } from '../../../engines/speech/index.ts';
import type { VoiceProduct } from './custom-voice.ts';
import { speakLine } from './preview-lines.ts';
import type { VoiceMaker } from './voice-maker.ts';

const SAMPLE_RATE = 24_000;

/**
 * The product of a job whose voice is not that of a recording. All say the same sentences, so that prints compare. The
 * preview line alone is too short: a voice was then more like a preset than like itself.
 */
export async function productOf(
  { voiceMaker, engine }: { voiceMaker: VoiceMaker; engine: SpeechEngine },
  speaker: SpeakerArtifact,
  signal: AbortSignal,
): Promise<VoiceProduct> {
  const base = engine.voices.find(({ id }) => id === speaker.baseVoice);
  const { steering, scoring } = languageOrEnglish(base?.language ?? 'en').matching;
  const request = { text: [...steering, scoring].join(' '), voiceId: speaker.baseVoice, speaker };
  const samples = await speakLine(engine, request, { signal });
  const print = await voiceMaker.printOf({ samples, sampleRate: SAMPLE_RATE }, signal);
  return {
    speaker,
    print: [...print],
    served_by: voiceMaker.engine,
    gender: base?.gender ?? null,
    similarity: null,
  };
}
