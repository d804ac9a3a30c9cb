import type { Account } from './client.ts';

const AGENT = { name: 'Anna', voice_id: 'af_heart', language: 'en', disclosure: 'none' };

/** `mind`: a `system_prompt` or a `flow`. */
export async function openAgent(
  url: string,
  { key }: Account,
  mind: object = { system_prompt: 'You are Anna.' },
): Promise<string> {
  const response = await fetch(`${url}/api/v1/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...AGENT, ...mind }),
  });
  const { id } = (await response.json()) as { id: string };
  if (response.status !== 201) throw new Error(`the agent was not created: ${response.status}`);
  return id;
}
