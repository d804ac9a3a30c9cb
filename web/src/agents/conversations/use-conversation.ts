import { useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { account, api } from '../../api/clients.ts';
import { queryClient } from '../../api/query-client.ts';

export type WholeConversation = Output<'GET /api/v1/conversations/{id}'>;
export type Conversation = Output<'GET /api/v1/conversations'>['conversations'][number];
export type Turn = WholeConversation['turns'][number];

export const CONVERSATIONS = ['conversations'];
const POLL_MS = 3_000;
const keyOf = (id: string) => ['conversation', id];

/** Reads a conversation again and again while it goes on. */
export function useConversation(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => api.request('GET /api/v1/conversations/{id}', { path: { id } }),
    refetchInterval: ({ state }) => state.data?.status === 'active' && POLL_MS,
    staleTime: 0,
  });
}

export async function endConversation(id: string): Promise<void> {
  await account.request('POST /api/v1/conversations/{id}/end', { path: { id } });
  await queryClient.invalidateQueries({ queryKey: keyOf(id) });
}

export async function deleteConversation(id: string): Promise<void> {
  await account.request('DELETE /api/v1/conversations/{id}', { path: { id } });
  queryClient.removeQueries({ queryKey: keyOf(id) });
  await queryClient.invalidateQueries({ queryKey: CONVERSATIONS });
}
