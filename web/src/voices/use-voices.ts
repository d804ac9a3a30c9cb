import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { api } from '../api/clients.ts';

export type Voice = Output<'GET /api/v1/voices'>['voices'][number];

/** Every voice that the account can speak with. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: async ({ signal }) => (await api.request('GET /api/v1/voices', {}, { signal })).voices,
  staleTime: 60_000,
});

/** Whose own language it is, then who speaks it well. All of them, in their order, without a language. */
export function speaking(voices: readonly Voice[], language: string): Voice[] {
  const own = voices.filter((voice) => !language || voice.language === language);
  const good = voices.filter((voice) => language && voice.language !== language && isGoodAt(voice, language));
  return [...own, ...good];
}

function isGoodAt({ languages }: Voice, language: string): boolean {
  return languages.some((spoken) => spoken.language === language && spoken.level === 'good');
}

export function previewOf(voiceId: string): Promise<Blob> {
  return api.voices.preview(voiceId).then((media) => media.blob());
}

export function listingPreviewOf(listingId: string): Promise<Blob> {
  return api.voices.community.preview(listingId).then((media) => media.blob());
}
