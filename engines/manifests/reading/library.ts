import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
import { FileBlobReader } from './file-blob.ts';

export type Library = { WasmBuilder: typeof WasmBuilder; WasmReader: typeof WasmReader };

/** The reader of the Content Authenticity Initiative. Call it in a process of its own: it reads what strangers send. */
export function loadLibrary(): Library {
  Object.assign(globalThis, { FileReaderSync: FileBlobReader });
  const module = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  initSync({ module: readFileSync(module) });
  return { WasmBuilder, WasmReader };
}
