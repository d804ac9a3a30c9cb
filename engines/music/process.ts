import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { compose } from './composition/compose.ts';
import { writeMidi } from './midi.ts';
import type { MusicMethods } from './music-engine.ts';
import { openFont } from './performance/font.ts';
import { perform } from './performance/perform.ts';
import { inWholeSteps } from './performance/stems.ts';
import { SAMPLE_RATE } from './performance/stereo.ts';
import { MUSIC_CONFIG, type MusicConfig } from './weights.ts';

async function open({ font: path }: MusicConfig): Promise<Served<MusicMethods>> {
  const font = await openFont(path, SAMPLE_RATE);
  return {
    play: async (piece) => perform(font, compose(piece), piece, { withStems: false }).bus,
    playStems: async (piece) => inWholeSteps(perform(font, compose(piece), piece, { withStems: true })),
    notate: async (piece) => new Uint8Array(writeMidi(compose(piece))),
  };
}

await serveProcess<MusicMethods, MusicConfig>({ config: MUSIC_CONFIG, open });
