import type { Account } from '../../scripts/running-service/client.ts';

export async function openAgent(url: string, { key }: Account): Promise<string> {
  const agent = {
    name: 'Anna',
    voice_id: 'af_heart',
    language: 'en',
    disclosure: 'none',
    system_prompt: 'You are Anna.',
  };
  const response = await fetch(`${url}/api/v1/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(agent),
  });
  const { id } = (await response.json()) as { id: string };
  if (response.status !== 201) throw new Error(`the agent was not created: ${response.status}`);
  return id;
}
