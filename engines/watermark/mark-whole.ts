import { joinSamples, limitTogether, resampled, truePeak } from '../dsp/index.ts';
import { type Embedder, MARK_RATE } from './embedder.ts';
import { shareMark } from './share-mark.ts';

export type WholeSound = {
  channels: readonly Float32Array[];
  sampleRate: number;
  /** Repeated without a gap, so the mark must go on over the seam. */
  isLoop?: boolean;
  /** Sounds of the same channels that sum to this one. Each gets its share of the mark. */
  parts?: readonly (readonly Float32Array[])[];
};

export type MarkedWhole = { channels: Float32Array[]; parts: Float32Array[][] };

/** Of a loop, so much is heard before it and after it. */
const LEAD_SECONDS = 1;
const TAIL_SECONDS = 0.25;
const SEAM_SECONDS = 0.02;

/**
 * Marks a sound of any rate. The mark is computed at 24 kHz for each channel and added, so nothing above 12 kHz changes.
 * The true peak stays at or under what it was.
 */
export async function markWhole(
  embedder: Embedder,
  { channels, sampleRate, isLoop = false, parts = [] }: WholeSound,
): Promise<MarkedWhole> {
  const lead = isLoop ? Math.round(LEAD_SECONDS * sampleRate) : 0;
  const tail = isLoop ? Math.round(TAIL_SECONDS * sampleRate) : 0;
  const around = (channel: Float32Array) => (isLoop ? repeated(channel, lead, tail) : channel);
  const marked: Float32Array[] = [];
  const markedParts: Float32Array[][] = parts.map(() => []);
  for (const [c, channel] of channels.entries()) {
    const sound = around(channel);
    const slow = resampled(sound, sampleRate, MARK_RATE);
    const mark = await markOf(embedder, slow);
    if (isLoop) closeSeam(mark, Math.round(LEAD_SECONDS * MARK_RATE), channel.length / sampleRate);
    const add = (host: Float32Array, change: Float32Array) =>
      sum(host, resampled(change, MARK_RATE, sampleRate));
    marked.push(add(sound, mark));
    if (parts.length === 0) continue;
    const own = parts.map((part) => around(part[c] as Float32Array));
    const slowParts = own.map((part) => resampled(part, sampleRate, MARK_RATE));
    const shares = shareMark(slow, mark, slowParts);
    for (const [k, part] of own.entries()) markedParts[k]?.push(add(part, shares[k] as Float32Array));
  }
  const peak = truePeak(channels);
  const cut = (channel: Float32Array) => channel.subarray(lead, channel.length - tail);
  if (peak === 0 || truePeak(marked.map(cut)) <= peak)
    return { channels: marked.map(cut), parts: markedParts.map((part) => part.map(cut)) };
  const limited = limitTogether(marked, sampleRate, peak);
  return {
    channels: limited.channels.map(cut),
    parts: markedParts.map((part) => part.map((channel) => cut(limited.follow(channel)))),
  };
}

async function markOf(embedder: Embedder, sound: Float32Array): Promise<Float32Array> {
  const stream = embedder.open();
  const first = await stream.push(sound);
  return joinSamples([first.mark, (await stream.finish()).mark]);
}

function repeated(channel: Float32Array, lead: number, tail: number): Float32Array {
  const { length } = channel;
  const first = (length - (lead % length)) % length;
  return Float32Array.from(
    { length: lead + length + tail },
    (_, i) => channel[(first + i) % length] as number,
  );
}

/** Towards its end the mark of the loop becomes the one that precedes its beginning. */
function closeSeam(mark: Float32Array, lead: number, seconds: number): void {
  const end = lead + Math.round(seconds * MARK_RATE);
  const fade = Math.round(SEAM_SECONDS * MARK_RATE);
  const before = mark.slice(lead - fade, lead + fade);
  for (let i = 0; i < 2 * fade; i += 1) {
    const share = Math.min(1, i / fade);
    const place = end - fade + i;
    mark[place] = (1 - share) * (mark[place] ?? 0) + share * (before[i] as number);
  }
}

function sum(sound: Float32Array, change: Float32Array): Float32Array {
  const made = new Float32Array(sound.length);
  for (let i = 0; i < sound.length; i += 1) made[i] = (sound[i] as number) + (change[i] ?? 0);
  return made;
}
