import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Json } from '@vox-humana/client';
import { useEffect, useState } from 'react';
import { api } from '../api/clients.ts';

export type PriceRequest = Json<'POST /api/v1/estimate'>;

/** Asks what the request would cost now. Null, for a form that is not filled in, asks for nothing. */
export function usePrice(request: PriceRequest | null) {
  const [asked, setAsked] = useState(request);
  const key = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the request.
  useEffect(() => {
    const timer = setTimeout(() => setAsked(request), 400);
    return () => clearTimeout(timer);
  }, [key]);
  const { data, error } = useQuery({
    queryKey: ['price', asked],
    queryFn: ({ signal }) =>
      api.request('POST /api/v1/estimate', { json: asked as PriceRequest }, { signal, maxRetries: 0 }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return { price: request ? (data ?? null) : null, error };
}
