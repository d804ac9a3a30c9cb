import { type Served, serveProcess } from '../../platform/process-pool/index.ts';
import { fromDecibels, scaled } from '../dsp/index.ts';
import { type FindBackground, removeSpeech } from './remove-speech.ts';
import type { SeparationMethods } from './separation-engine.ts';
import { SEPARATION_CONFIG, type SeparationConfig } from './weights.ts';

const DUCKED = fromDecibels(-18);
const duck: FindBackground = (channels) => channels.map((channel) => scaled(channel, DUCKED));

async function open(_config: SeparationConfig): Promise<Served<SeparationMethods>> {
  return {
    removeSpeech: (request, { signal, report }) =>
      removeSpeech(request, duck, { signal, onProgress: report }),
  };
}

await serveProcess<SeparationMethods, SeparationConfig>({ config: SEPARATION_CONFIG, open });
