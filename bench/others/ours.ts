import { setTimeout as sleep } from 'node:timers/promises';
import { decodePcm16 } from '../../engines/codec/index.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { descendantsOf } from '../../scripts/running-service/processes.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { cpuSecondsOf, rssBytesOf } from '../speech/resources.ts';
import type { Spoken } from './contenders.ts';

/** The other engines load after the start. So little of their time in a second means that they are done. */
const QUIET_SECONDS = 0.03;
const RATE = 24_000;
const HEADER_BYTES = 44;

/** The whole service by HTTP, as a customer has it: with the account, the credits, the history, the mark and the record of it. */
export async function openOurs(dataDir: string, modelsDir: string) {
  const beganMs = performance.now();
  const service = await startService({ dataDir, withoutCache: true, settings: { MODELS_DIR: modelsDir } });
  const client = createClient(service.url, 2);
  const { key } = await client.signUp();
  const loadSeconds = (performance.now() - beganMs) / 1_000;
  const pids = async () => [service.pid, ...(await descendantsOf(service.pid)).map(({ pid }) => pid)];

  async function speak(text: string): Promise<Spoken> {
    const startedMs = performance.now();
    const elapsed = () => (performance.now() - startedMs) / 1_000;
    const response = await fetch(`${service.url}/api/v1/tts/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text, voice_id: 'af_heart', format: 'wav' }),
    });
    if (response.status !== 200 || !response.body)
      throw new Error(`the service answered ${response.status}: ${await response.text()}`);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let firstSeconds: number | undefined;
    for await (const part of response.body) {
      parts.push(part);
      bytes += part.length;
      if (bytes > HEADER_BYTES) firstSeconds ??= elapsed();
    }
    const tookSeconds = elapsed();
    const samples = decodePcm16(Buffer.concat(parts).subarray(HEADER_BYTES));
    return { samples, sampleRate: RATE, tookSeconds, firstSeconds: firstSeconds ?? tookSeconds };
  }

  const cpuSeconds = async () => cpuSecondsOf(await pids());
  return {
    loadSeconds,
    speak,
    cpuSeconds,
    async untilQuiet() {
      for (let spent = Number.POSITIVE_INFINITY; spent > QUIET_SECONDS; ) {
        const before = await cpuSeconds();
        await sleep(1_000);
        spent = (await cpuSeconds()) - before;
      }
    },
    rssBytes: async () => rssBytesOf(await pids()),
    async close() {
      await client.close();
      await service.stop();
    },
  };
}
