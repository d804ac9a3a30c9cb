import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { mix } from './mix.ts';
import type { MixingMethods } from './mixing-engine.ts';

async function open(): Promise<Served<MixingMethods>> {
  return { mix: (request, { signal, report }) => mix(request, { signal, onProgress: report }) };
}

await serveProcess<MixingMethods>({ open });
