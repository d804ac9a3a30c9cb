import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { sessionOptions } from '../onnx/index.ts';
import { loadSilero } from './silero.ts';
import type { VoiceActivityMethods } from './voice-activity-engine.ts';
import { VOICE_ACTIVITY_CONFIG, type VoiceActivityConfig } from './weights.ts';

async function open({ silero }: VoiceActivityConfig): Promise<Served<VoiceActivityMethods>> {
  const { score } = await loadSilero(silero, sessionOptions(1));
  return { score: ({ samples, memory }) => score(samples, memory) };
}

await serveProcess<VoiceActivityMethods, VoiceActivityConfig>({ config: VOICE_ACTIVITY_CONFIG, open });
