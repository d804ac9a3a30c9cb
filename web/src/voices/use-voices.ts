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

export function previewOf(voiceId: string): Promise<Blob> {
  return api.voices.preview(voiceId).then((media) => media.blob());
}

export function listingPreviewOf(listingId: string): Promise<Blob> {
  return api.voices.community.preview(listingId).then((media) => media.blob());
}
