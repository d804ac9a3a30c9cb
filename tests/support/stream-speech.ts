import { listening } from './leave-early.ts';
import type { TestService } from './test-service.ts';

/** Opens a stream over a real connection; `leave` disconnects. */
export async function openStream(service: Pick<TestService, 'app'>, apiKey: string, body: object) {
  const port = await listening(service);
  const controller = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/tts/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  const reader = response.body?.getReader();
  return {
    response,
    leave: () => controller.abort(),
    async next(): Promise<Uint8Array | undefined> {
      return (await reader?.read())?.value;
    },
    async rest(): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      for (let part = await this.next(); part; part = await this.next()) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}
