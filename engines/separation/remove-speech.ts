import { createWav, openWav, type WavReader } from '../codec/index.ts';
import { backgroundShare, EDGE_FRAMES, type Stretch, stretchesOf } from './spans.ts';
import { RATE, type SeparationRequest, SPEECH_RATE, SPEECH_STEP } from './types.ts';

/** Returns what is behind the speech: as many channels, as long. `speech` is at 16 kHz; null if it is not known. */
export type FindBackground = (
  channels: readonly Float32Array[],
  speech: Float32Array | null,
) => Float32Array[];

/** Held in memory at once. */
const PIECE_FRAMES = 10 * RATE;
/** Heard around each piece and then dropped: a network needs a moment to tell the voice from the rest. */
const CONTEXT_FRAMES = RATE;
/** Two pieces differ a little where they meet. */
const SEAM_FRAMES = 0.05 * RATE;

export async function removeSpeech(
  { soundPath, spans, speechPath, backgroundPath }: SeparationRequest,
  findBackground: FindBackground,
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const open = async (path: string, rate: number): Promise<WavReader> => {
    const reader = await openWav(path);
    opened.defer(() => reader.close());
    if (reader.sampleRate !== rate) throw new RangeError(`a sound at ${reader.sampleRate} Hz`);
    return reader;
  };
  const sound = await open(soundPath, RATE);
  const speech = speechPath === null ? null : await open(speechPath, SPEECH_RATE);
  const file = await createWav(backgroundPath, { sampleRate: RATE, channels: sound.channels });
  opened.defer(() => file.close());
  const stretches = stretchesOf(spans, sound.frames);
  for await (const piece of piecesOf({ sound, speech }, stretches, findBackground)) {
    signal.throwIfAborted();
    await file.write(piece.channels);
    onProgress(piece.to / sound.frames);
  }
}

type Piece = { channels: Float32Array[]; to: number };

async function* piecesOf(
  { sound, speech }: { sound: WavReader; speech: WavReader | null },
  stretches: readonly Stretch[],
  findBackground: FindBackground,
): AsyncGenerator<Piece> {
  /** The background after the piece before, as it was heard with that piece. */
  let seam: Float32Array[] | null = null;
  for (let from = 0; from < sound.frames; from += PIECE_FRAMES) {
    const to = Math.min(sound.frames, from + PIECE_FRAMES);
    const channels = await sound.read(from, to);
    const inside = stretchesWithin(stretches, from, to);
    if (!inside) {
      seam = null;
      yield { channels, to };
      continue;
    }
    const first = inside.from - CONTEXT_FRAMES;
    const last = inside.to + SEAM_FRAMES + CONTEXT_FRAMES;
    const [known = null] = speech
      ? await speech.read(first / SPEECH_STEP, Math.ceil(last / SPEECH_STEP))
      : [];
    const found = findBackground(await sound.read(first, last), known).map((channel) =>
      channel.subarray(CONTEXT_FRAMES, channel.length - CONTEXT_FRAMES),
    );
    if (seam && inside.from === from) joinAtSeam(found, seam);
    const share = backgroundShare(stretches, inside.from, inside.to);
    for (const [c, channel] of channels.entries())
      blend(channel.subarray(inside.from - from), found[c] as Float32Array, share);
    seam = inside.to === to ? found.map((channel) => channel.slice(to - inside.from)) : null;
    yield { channels, to };
  }
}

/** Returns the span from the first to the last frame of the piece that differs from the original. */
function stretchesWithin(stretches: readonly Stretch[], from: number, to: number): Stretch | null {
  const touching = stretches.filter(
    (stretch) => stretch.from - EDGE_FRAMES < to && stretch.to + EDGE_FRAMES > from,
  );
  const first = touching[0];
  const last = touching.at(-1);
  if (!first || !last) return null;
  return { from: Math.max(from, first.from - EDGE_FRAMES), to: Math.min(to, last.to + EDGE_FRAMES) };
}

function joinAtSeam(found: readonly Float32Array[], seam: readonly Float32Array[]): void {
  for (const [c, channel] of found.entries()) {
    const before = seam[c] as Float32Array;
    for (let i = 0; i < Math.min(before.length, channel.length); i += 1) {
      const rise = i / before.length;
      channel[i] = (1 - rise) * (before[i] as number) + rise * (channel[i] as number);
    }
  }
}

function blend(channel: Float32Array, background: Float32Array, share: Float32Array): void {
  for (let i = 0; i < share.length; i += 1) {
    const original = channel[i] as number;
    channel[i] = original + (share[i] as number) * ((background[i] as number) - original);
  }
}
