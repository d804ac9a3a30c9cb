import type { Json } from '@vox-humana/client';
import type { Texts } from '../../texts/index.tsx';
import type { ExampleRequest } from '../request-code.ts';
import type { SavedRequest } from './saved-request.ts';

export type RunOperation = Json<'POST /api/runs'>['operation'];
type RunPage = { path: string; name: keyof Texts['navigation'] };

/** The page on which a saved run is opened. */
const PAGES: Partial<Record<RunOperation, RunPage>> = {
  'POST /api/v1/tts': { path: '/playground/speech', name: 'speech' },
  'POST /api/v1/tts/with-timestamps': { path: '/playground/speech', name: 'speech' },
  'POST /api/v1/tts/stream': { path: '/playground/streaming', name: 'streaming' },
  'POST /api/v1/stt': { path: '/playground/transcription', name: 'transcription' },
  'POST /api/v1/music': { path: '/playground/music', name: 'music' },
  'POST /api/v1/sfx': { path: '/playground/sound-effects', name: 'soundEffects' },
  'POST /api/v1/avatar': { path: '/playground/films', name: 'films' },
  'POST /api/v1/generate': { path: '/playground/films', name: 'films' },
  'POST /api/v1/dub': { path: '/playground/dubbing', name: 'dubbing' },
  'POST /api/v1/generate/batch': { path: '/playground/batch', name: 'batch' },
};

export function runPageOf(operation: string): RunPage | null {
  return PAGES[operation as RunOperation] ?? null;
}

/** Leaves out the files of a request, which stay on the person's machine, and consent, which is given each time. */
export function savedRequestOf({ json, form = {} }: ExampleRequest): SavedRequest {
  const fields =
    json ?? Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value !== 'object'));
  const { consent: _, ...kept }: SavedRequest = { ...fields };
  return kept;
}
