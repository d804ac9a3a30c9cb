import { readFile } from 'node:fs/promises';
import { partsOf, type VoicePart } from '../voices.ts';

export const VOICES_DIR = new URL('../voices/', import.meta.resolve('kokoro-js'));
/** Offsets that are added to the blends of some presets, by id: training/languages/README.md. */
const REFINED_STYLES = new URL('../../../assets/speech/refined-styles.json', import.meta.url);

const ROWS = 510;
export const STYLE_SIZE = 256;
/** Usual lengths of utterances, in symbols. A voice's styles differ little over them. */
const USUAL = { first: 20, end: 240 };

export type Styles = {
  styleFor(parts: readonly VoicePart[], symbolCount: number): Promise<Float32Array>;
  /**
   * Style of a custom voice: it varies with length as the style of its preset does. Measured over the presets, a
   * length of 20 symbols changes the prosody by more than the distance between two voices.
   */
  speakerStyle(
    speaker: { baseVoice: string; style: readonly number[] },
    symbolCount: number,
  ): Promise<Float32Array>;
  /** Mean over the usual lengths. */
  usualStyle(voiceId: string): Promise<Float32Array>;
};

/**
 * Each voice is a table with one style per length of utterance, or a blend of such, refined for its language. Files are read
 * once and cached.
 */
export function createStyles(voicesDir: URL): Styles {
  const tables = new Map<string, Promise<Float32Array>>();
  let refinedStyles: Promise<Record<string, readonly number[]>> | undefined;

  function tableOf(voiceId: string): Promise<Float32Array> {
    const known = tables.get(voiceId);
    if (known) return known;
    const parts = partsOf(voiceId);
    const [own] = parts;
    const loading =
      own?.id === voiceId ? readTable(new URL(`${voiceId}.bin`, voicesDir)) : presetTable(voiceId, parts);
    tables.set(voiceId, loading);
    loading.catch(() => tables.delete(voiceId));
    return loading;
  }

  async function presetTable(voiceId: string, parts: readonly VoicePart[]): Promise<Float32Array> {
    const table = blended(
      await Promise.all(parts.map(async ({ id, weight }) => ({ style: await tableOf(id), weight }))),
    );
    refinedStyles ??= readRefinedStyles();
    const refined = (await refinedStyles)[voiceId];
    return refined ? table.map((number, i) => number + (refined[i % STYLE_SIZE] ?? 0)) : table;
  }

  return {
    async styleFor(parts, symbolCount) {
      const styles = await Promise.all(
        parts.map(async ({ id, weight }) => ({ style: rowOf(await tableOf(id), symbolCount), weight })),
      );
      return blended(styles);
    },
    async speakerStyle({ baseVoice, style }, symbolCount) {
      const table = await tableOf(baseVoice);
      const usual = meanOf(table);
      return rowOf(table, symbolCount).map((own, i) => own + ((style[i] ?? 0) - (usual[i] ?? 0)));
    },
    usualStyle: async (voiceId) => meanOf(await tableOf(voiceId)),
  };
}

function rowOf(table: Float32Array, symbolCount: number): Float32Array {
  const row = Math.min(Math.max(symbolCount, 1), ROWS) - 1;
  return table.slice(row * STYLE_SIZE, (row + 1) * STYLE_SIZE);
}

function meanOf(table: Float32Array): Float32Array {
  const mean = new Float64Array(STYLE_SIZE);
  const count = USUAL.end - USUAL.first;
  for (let i = USUAL.first * STYLE_SIZE; i < USUAL.end * STYLE_SIZE; i += 1)
    mean[i % STYLE_SIZE] = (mean[i % STYLE_SIZE] ?? 0) + (table[i] ?? 0) / count;
  return Float32Array.from(mean);
}

function blended(styles: readonly { style: Float32Array; weight: number }[]): Float32Array {
  const [first] = styles;
  if (first && styles.length === 1) return first.style;
  const whole = styles.reduce((sum, { weight }) => sum + weight, 0);
  const result = new Float32Array(first?.style.length ?? STYLE_SIZE);
  for (const { style, weight } of styles)
    for (let i = 0; i < result.length; i++) result[i] = (result[i] ?? 0) + ((style[i] ?? 0) * weight) / whole;
  return result;
}

async function readRefinedStyles(): Promise<Record<string, readonly number[]>> {
  return JSON.parse(await readFile(REFINED_STYLES, 'utf8'));
}

async function readTable(file: URL): Promise<Float32Array> {
  const bytes = await readFile(file);
  if (bytes.byteLength !== ROWS * STYLE_SIZE * Float32Array.BYTES_PER_ELEMENT)
    throw new Error(`voice file ${file.pathname} has ${bytes.byteLength} bytes; reinstall the packages`);
  const table = new Float32Array(ROWS * STYLE_SIZE);
  for (let i = 0; i < table.length; i++) table[i] = bytes.readFloatLE(i * 4);
  return table;
}
