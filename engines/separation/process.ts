import { readFile } from 'node:fs/promises';
import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { loadGtcrn } from '../denoising/index.ts';
import { fromDecibels, scaled } from '../dsp/index.ts';
import { createBackgroundFinder } from './find-background.ts';
import { type FindBackground, removeSpeech } from './remove-speech.ts';
import type { SeparationMethods } from './separation-engine.ts';
import { SEPARATION_CONFIG, type SeparationConfig } from './weights.ts';

const DUCKED = fromDecibels(-18);
const duck: FindBackground = (channels) => channels.map((channel) => scaled(channel, DUCKED));

async function open({ weights }: SeparationConfig): Promise<Served<SeparationMethods>> {
  const findBackground = weights
    ? createBackgroundFinder(await loadGtcrn(await readFile(weights.gtcrn)))
    : duck;
  return {
    removeSpeech: (request, { signal, report }) =>
      removeSpeech(request, findBackground, { signal, onProgress: report }),
  };
}

await serveProcess<SeparationMethods, SeparationConfig>({ config: SEPARATION_CONFIG, open });
