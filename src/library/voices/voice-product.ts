import type { SpeakerArtifact, SpeechEngine } from '../../engines/speech/index.ts';
import type { VoiceProduct } from './custom-voice.ts';
import { previewLineFor, speakLine } from './preview-lines.ts';
import type { VoiceMaker } from './voice-maker.ts';

const SAMPLE_RATE = 24_000;

/** The product of a job whose voice is not that of a recording. All of them say the same line, so that prints compare. */
export async function productOf(
  { voiceMaker, engine }: { voiceMaker: VoiceMaker; engine: SpeechEngine },
  speaker: SpeakerArtifact,
  signal: AbortSignal,
): Promise<VoiceProduct> {
  const base = engine.voices.find(({ id }) => id === speaker.baseVoice);
  const line = { text: previewLineFor(base?.language ?? 'en'), voiceId: speaker.baseVoice, speaker };
  const samples = await speakLine(engine, line, { signal });
  const print = await voiceMaker.printOf({ samples, sampleRate: SAMPLE_RATE }, signal);
  return {
    speaker,
    print: [...print],
    served_by: voiceMaker.engine,
    gender: base?.gender ?? null,
    similarity: null,
  };
}
