import { queryOptions } from '@tanstack/react-query';
import type { Listing, Query } from '@vox-humana/client';
import { account } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { usePages } from '../ui/use-pages.ts';

export type Browsing = Pick<
  NonNullable<Query<'GET /api/v1/voices/community'>>,
  'query' | 'language' | 'tag' | 'sort'
>;

/** Every list and page of listings begins with this key. */
const LISTINGS = 'listings';

export function useListings(browsing: Browsing) {
  return usePages<Listing>([LISTINGS, 'browse', browsing], (cursor) =>
    account.voices.community.list({ ...browsing, limit: 24, ...(cursor && { cursor }) }),
  );
}

export function useOwnListings() {
  return usePages<Listing>([LISTINGS, 'own'], (cursor) =>
    account.seller.listings({ limit: 25, ...(cursor && { cursor }) }),
  );
}

export const listingQuery = (id: string) =>
  queryOptions({
    queryKey: [LISTINGS, 'one', id],
    queryFn: ({ signal }) => account.voices.community.get(id, { signal }),
  });

export function useReviews(id: string) {
  return usePages([LISTINGS, 'reviews', id], (cursor) =>
    account.voices.community.reviews(id, { limit: 20, ...(cursor && { cursor }) }),
  );
}

/** A licence, a review, or a change of an offer makes lists stale. The catalog shows offers too. */
export async function refreshListings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [LISTINGS] }),
    queryClient.invalidateQueries({ queryKey: ['voices'] }),
  ]);
}
