import { useMutation } from '@tanstack/react-query';
import type { Asset } from '@vox-humana/client';
import { useState } from 'react';
import { api } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { usePages } from '../ui/use-pages.ts';
import { uploadingClient } from './uploading-client.ts';

export type AssetKind = Asset['kind'];
const KEY = ['assets'];

export function useAssets(kind?: AssetKind) {
  return usePages([...KEY, kind ?? 'all'], (cursor) =>
    api.assets.list({ limit: 24, ...(kind && { kind }), ...(cursor && { cursor }) }),
  );
}

export const assetQuery = (id: string) => ({
  queryKey: ['asset', id],
  queryFn: () => api.assets.get(id),
  enabled: id !== '',
});

export function refreshAssets(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY });
}

/** Uploads one file after the other. `sent` is the share of the current one, null while none is sent. */
export function useUpload(onUploaded?: (asset: Asset) => void) {
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null);
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        setSent({ name: file.name, share: 0 });
        const client = uploadingClient((share) => setSent({ name: file.name, share }));
        const asset = await client.assets.create({ file, name: file.name });
        queryClient.setQueryData(['asset', asset.id], asset);
        onUploaded?.(asset);
      }
    },
    onSettled: () => {
      setSent(null);
      return refreshAssets();
    },
  });
  return { sent, error: upload.error, start: (files: File[]) => upload.mutate(files) };
}
