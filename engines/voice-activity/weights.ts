import { type ConfigOf, object, text } from '../../src/platform/process-pool/index.ts';
import { type WeightFilesOf, weightTable } from '../onnx/index.ts';
import { SILERO } from './silero.ts';

export const findVoiceActivityWeights = weightTable('voice-activity.verified', { silero: SILERO });
export type VoiceActivityWeightFiles = WeightFilesOf<typeof findVoiceActivityWeights>;

export const VOICE_ACTIVITY_CONFIG = object({ silero: text });
export type VoiceActivityConfig = ConfigOf<typeof VOICE_ACTIVITY_CONFIG>;
