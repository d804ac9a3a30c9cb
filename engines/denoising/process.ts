import { readFile } from 'node:fs/promises';
import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import type { DenoisingMethods } from './denoising-engine.ts';
import { loadGtcrn } from './gtcrn.ts';
import { DENOISING_CONFIG, type DenoisingConfig } from './weights.ts';

async function open({ gtcrn }: DenoisingConfig): Promise<Served<DenoisingMethods>> {
  const denoise = await loadGtcrn(await readFile(gtcrn));
  return { denoise: async ({ samples }) => denoise(samples) };
}

await serveProcess<DenoisingMethods, DenoisingConfig>({ config: DENOISING_CONFIG, open });
