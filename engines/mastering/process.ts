import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { master } from './master.ts';
import type { MasteringMethods } from './mastering-engine.ts';

async function open(): Promise<Served<MasteringMethods>> {
  return { master: async ({ sound, rules }) => master(sound, rules) };
}

await serveProcess<MasteringMethods>({ open });
