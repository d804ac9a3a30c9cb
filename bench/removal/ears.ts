import { createDenoisingEngine, findDenoisingWeights } from '../../engines/denoising/index.ts';
import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { sessionOptions } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { createTranscriptionEngine, findTranscriptionWeights } from '../../engines/transcription/index.ts';
import { loadDetectors } from '../../engines/watermark/detectors.ts';
import { hear } from '../../engines/watermark/hear.ts';
import { markSettings, openMarks } from '../../engines/watermark/index.ts';
import { judge } from '../../engines/watermark/verdict.ts';
import { silentLog } from '../../src/platform/log.ts';
import { RATE } from '../fingerprint/fates.ts';

const HEARING_RATE = 16_000;
const WINDOW_SECONDS = 5;

/** Who judges: the detector, the recogniser and the voice prints. All of the program's own. */
export async function openEars(modelsDir: string) {
  const detect = await loadDetectors();
  const marks = await openMarks(markSettings());
  const voiceWeights = await findVoiceWeights({ modelsDir });
  if (voiceWeights === null) throw new Error('the weights of voice prints are not installed');
  const prints = await loadVoiceprints(voiceWeights, sessionOptions(1));
  const transcription = createTranscriptionEngine({
    weights: await findTranscriptionWeights({ modelsDir }),
    log: silentLog,
  });
  const denoising = createDenoisingEngine({
    weights: await findDenoisingWeights({ modelsDir }),
    log: silentLog,
  });
  const slow = (sound: Float32Array): Float32Array => resampled(sound, RATE, HEARING_RATE);
  return {
    async mark(sound: Float32Array): Promise<Float32Array> {
      const marker = marks.open();
      return joinSamples([await marker.push(sound), await marker.finish()]);
    },
    /** Of windows of five seconds side by side, those in which the mark is found. */
    async windows(sound: Float32Array): Promise<{ found: number; of: number }> {
      const { windows } = judge(await hear([sound], RATE, detect));
      const apart = windows.filter(
        ({ start, end }) => start % WINDOW_SECONDS === 0 && end - start === WINDOW_SECONDS,
      );
      return { found: apart.filter(({ probability }) => probability > 0.5).length, of: apart.length };
    },
    async print(sound: Float32Array): Promise<Float32Array> {
      const heard = await prints.analyse(slow(sound), [{ start: 0, end: sound.length / RATE }]);
      return heard.print([{ first: 0, end: heard.steps }]);
    },
    async words(sound: Float32Array): Promise<string> {
      return (await transcription.transcribe({ samples: slow(sound), language: 'en' }, {})).text;
    },
    denoise: async (sound: Float32Array) => resampled(await denoising.clean(slow(sound)), HEARING_RATE, RATE),
    close: () => Promise.all([transcription.close(), denoising.close()]),
  };
}
