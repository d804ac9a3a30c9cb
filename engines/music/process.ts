import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { openMarks } from '../watermark/index.ts';
import { compose } from './composition/compose.ts';
import { writeMidi } from './midi.ts';
import type { MusicMethods } from './music-engine.ts';
import { openFont } from './performance/font.ts';
import { perform, underSpeech } from './performance/perform.ts';
import { inWholeSteps, type Mix } from './performance/stems.ts';
import { SAMPLE_RATE, type Stereo } from './performance/stereo.ts';
import type { Piece } from './plan.ts';
import { MUSIC_CONFIG, type MusicConfig } from './weights.ts';

async function open({ font: path, marks: { embedder } }: MusicConfig): Promise<Served<MusicMethods>> {
  const font = await openFont(path, SAMPLE_RATE);
  const marks = await openMarks({ embedder });
  const marked = async (piece: Piece, options: { withStems: boolean }): Promise<Mix> => {
    const { bus, stems } = perform(font, compose(piece), piece, options);
    const { channels, parts } = await marks.whole({
      channels: channelsOf(bus),
      sampleRate: SAMPLE_RATE,
      isLoop: piece.isLoop,
      parts: [...(stems?.values() ?? [])].map(channelsOf),
    });
    const named = [...(stems?.keys() ?? [])].map((name, k) => [name, stereoOf(parts[k])] as const);
    const mix = { bus: stereoOf(channels), stems: stems && new Map(named) };
    return piece.ducking ? underSpeech(mix, piece.ducking) : mix;
  };
  return {
    play: async (piece) => (await marked(piece, { withStems: false })).bus,
    playStems: async (piece) => inWholeSteps(await marked(piece, { withStems: true })),
    notate: async (piece) => new Uint8Array(writeMidi(compose(piece))),
  };
}

function channelsOf({ left, right }: Stereo): Float32Array[] {
  return [left, right];
}

function stereoOf([left, right]: readonly Float32Array[] = []): Stereo {
  if (!left || !right) throw new Error('a piece has two channels');
  return { left, right };
}

await serveProcess<MusicMethods, MusicConfig>({ config: MUSIC_CONFIG, open });
