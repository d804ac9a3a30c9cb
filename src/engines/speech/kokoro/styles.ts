import { readFile } from 'node:fs/promises';
import type { VoicePart } from '../blend.ts';

const ROWS = 510;
const WIDTH = 256;

export type Styles = { styleFor(parts: readonly VoicePart[], symbolCount: number): Promise<Float32Array> };

/** Each voice is a table with one style per length of utterance; files are read once and kept. */
export function createStyles(voicesDir: URL): Styles {
  const tables = new Map<string, Promise<Float32Array>>();

  function tableOf(voiceId: string): Promise<Float32Array> {
    const known = tables.get(voiceId);
    if (known) return known;
    const loading = readTable(new URL(`${voiceId}.bin`, voicesDir));
    tables.set(voiceId, loading);
    loading.catch(() => tables.delete(voiceId));
    return loading;
  }

  return {
    async styleFor(parts, symbolCount) {
      const row = Math.min(Math.max(symbolCount, 1), ROWS) - 1;
      const styles = await Promise.all(
        parts.map(async ({ id, weight }) => {
          const table = await tableOf(id);
          return { style: table.slice(row * WIDTH, (row + 1) * WIDTH), weight };
        }),
      );
      return blended(styles);
    },
  };
}

function blended(styles: readonly { style: Float32Array; weight: number }[]): Float32Array {
  const [first] = styles;
  if (first && styles.length === 1) return first.style;
  const whole = styles.reduce((sum, { weight }) => sum + weight, 0);
  const result = new Float32Array(WIDTH);
  for (const { style, weight } of styles)
    for (let i = 0; i < WIDTH; i++) result[i] = (result[i] ?? 0) + ((style[i] ?? 0) * weight) / whole;
  return result;
}

async function readTable(file: URL): Promise<Float32Array> {
  const bytes = await readFile(file);
  if (bytes.byteLength !== ROWS * WIDTH * Float32Array.BYTES_PER_ELEMENT)
    throw new Error(`voice file ${file.pathname} has ${bytes.byteLength} bytes; reinstall the packages`);
  const table = new Float32Array(ROWS * WIDTH);
  for (let i = 0; i < table.length; i++) table[i] = bytes.readFloatLE(i * 4);
  return table;
}
