import { readFile } from 'node:fs/promises';

const ROWS = 510;
const WIDTH = 256;

export type Styles = { styleFor(voiceId: string, symbolCount: number): Promise<Float32Array> };

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
    async styleFor(voiceId, symbolCount) {
      const table = await tableOf(voiceId);
      const row = Math.min(Math.max(symbolCount, 1), ROWS) - 1;
      return table.slice(row * WIDTH, (row + 1) * WIDTH);
    },
  };
}

async function readTable(file: URL): Promise<Float32Array> {
  const bytes = await readFile(file);
  if (bytes.byteLength !== ROWS * WIDTH * Float32Array.BYTES_PER_ELEMENT)
    throw new Error(`voice file ${file.pathname} has ${bytes.byteLength} bytes; reinstall the packages`);
  const table = new Float32Array(ROWS * WIDTH);
  for (let i = 0; i < table.length; i++) table[i] = bytes.readFloatLE(i * 4);
  return table;
}
