import { MUSIC_MODEL, type MusicEngine, type Piece } from '../../engines/music/index.ts';
import { EngineFailed } from '../../src/platform/process-pool/index.ts';

const RATE = 8_000;

export type FakeMusic = MusicEngine & {
  /** `hang` ends only when it is aborted; `killed` fails like an engine whose process died. */
  behaviour: 'play' | 'hang' | 'killed';
  calls: number;
  lastPiece: Piece | null;
};

/** A tone whose pitch depends on the seed, instead of music. */
export function createFakeMusic(): FakeMusic {
  async function begin(piece: Piece, signal: AbortSignal): Promise<void> {
    fake.calls += 1;
    fake.lastPiece = piece;
    if (fake.behaviour === 'killed') throw new EngineFailed({ cause: 'the process died' });
    if (fake.behaviour === 'hang')
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
  }

  const fake: FakeMusic = {
    behaviour: 'play',
    calls: 0,
    lastPiece: null,
    model: MUSIC_MODEL,
    version: '1',
    status: () => 'ready',
    figures: () => ({ busy: 0, queued: 0, restarts: 0 }),
    async play(piece, { signal }) {
      await begin(piece, signal);
      const step = 0.1 + (piece.seed % 97) / 1_000;
      const tone = Float32Array.from({ length: piece.seconds * RATE }, (_, i) => 0.3 * Math.sin(i * step));
      return { channels: [tone, tone], sampleRate: RATE };
    },
    async playStems(piece, options) {
      const mix = await fake.play(piece, options);
      const silent = mix.channels.map((channel) => new Float32Array(channel.length));
      const sound = { open: () => mix };
      return {
        mix: sound,
        stems: [
          { ...sound, name: 'melody' },
          { name: 'bass', open: () => ({ ...mix, channels: silent }) },
        ],
      };
    },
    async notate(piece, { signal }) {
      await begin(piece, signal);
      return Buffer.from(`MThd ${piece.seed}`);
    },
    close: async () => undefined,
  };
  return fake;
}
