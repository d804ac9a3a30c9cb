import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConfigOf, object, orNull, text } from '../../src/platform/process-pool/index.ts';
import { sourceVersion } from '../../src/platform/source-version.ts';
import { loadEmbedder, type MarkStream } from './embedder.ts';
import { type MarkedWhole, markWhole, type WholeSound } from './mark-whole.ts';

/** What a process that makes sound is told. Without an embedder, nothing is marked. */
export const MARK_CONFIG = object({ embedder: orNull(text) });
export type MarkConfig = ConfigOf<typeof MARK_CONFIG>;

/** `version` names what the mark changes in a sound: what was kept under another one is made again. */
export type MarkSettings = MarkConfig & { version: string };

const EMBEDDER_FILE = new URL('../../assets/watermark/embedder.onnx', import.meta.url).pathname;
const UNMARKED: MarkSettings = { embedder: null, version: 'unmarked' };

/** Engines mark what they make unless they are told otherwise. */
export function markSettings({ isOn }: { isOn: boolean } = { isOn: true }): MarkSettings {
  if (!isOn) return UNMARKED;
  const weights = createHash('sha256').update(readFileSync(EMBEDDER_FILE)).digest('hex').slice(0, 12);
  const code = sourceVersion(import.meta.url, ['.']);
  return { embedder: EMBEDDER_FILE, version: `${weights}-${code}` };
}

/** Sound of 24 kHz, mono, that arrives in pieces of any size. */
export type Marker = {
  /** Returns what is certain so far: all but the last 43 to 53 ms. */
  push(samples: Float32Array): Promise<Float32Array>;
  finish(): Promise<Float32Array>;
};

/** Every process that makes sound sends it through this. */
export type Marks = {
  open(): Marker;
  whole(sound: WholeSound): Promise<MarkedWhole>;
};

export async function openMarks({ embedder: file }: MarkConfig): Promise<Marks> {
  if (file === null) return { open: () => AS_IT_IS, whole: async (sound) => copied(sound) };
  const embedder = await loadEmbedder(file);
  return { open: () => markerOf(embedder.open()), whole: (sound) => markWhole(embedder, sound) };
}

/** Of a sound that nobody will hear: it is measured and forgotten. */
export const AS_IT_IS: Marker = { push: async (samples) => samples, finish: async () => new Float32Array() };

function copied({ channels, parts = [] }: WholeSound): MarkedWhole {
  return { channels: channels.slice(), parts: parts.map((part) => part.slice()) };
}

function markerOf(stream: MarkStream): Marker {
  const add = ({ samples, mark }: { samples: Float32Array; mark: Float32Array }): Float32Array =>
    samples.map((sample, i) => within(sample, sample + (mark[i] as number)));
  return {
    push: async (samples) => add(await stream.push(samples)),
    finish: async () => add(await stream.finish()),
  };
}

/** What did not clip before does not clip now. */
function within(before: number, after: number): number {
  const most = Math.max(1, Math.abs(before));
  return Math.min(Math.max(after, -most), most);
}
