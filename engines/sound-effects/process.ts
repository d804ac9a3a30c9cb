import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import type { EffectMethods } from './effects-engine.ts';
import { renderEffect } from './render.ts';

async function open(): Promise<Served<EffectMethods>> {
  return { render: async ({ plan, ...options }) => renderEffect(plan, options) };
}

await serveProcess<EffectMethods>({ open });
