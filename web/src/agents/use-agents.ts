import { useQuery } from '@tanstack/react-query';
import { account, api } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import type { Agent, AgentSettings } from './agent.ts';

export const AGENTS = ['agents'];
const keyOf = (id: string) => ['agent', id];

export function useAgent(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => api.request('GET /api/v1/agents/{id}', { path: { id } }),
    // A later answer must not replace what is being edited.
    refetchOnWindowFocus: false,
  });
}

export async function createAgent(settings: AgentSettings): Promise<Agent> {
  const agent = await account.request('POST /api/v1/agents', { json: settings });
  rememberAgent(agent);
  return agent;
}

export function rememberAgent(agent: Agent): void {
  queryClient.setQueryData(keyOf(agent.id), agent);
  void queryClient.invalidateQueries({ queryKey: AGENTS });
}

export async function deleteAgent(id: string): Promise<void> {
  await account.request('DELETE /api/v1/agents/{id}', { path: { id } });
  queryClient.removeQueries({ queryKey: keyOf(id) });
  await queryClient.invalidateQueries({ queryKey: AGENTS });
}
