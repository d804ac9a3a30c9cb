import { setTimeout as sleep } from 'node:timers/promises';
import { decodePcm16 } from '../../engines/codec/index.ts';
import { cpuSecondsOf } from '../../scripts/measure/cpu-time.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { descendantsOf } from '../../scripts/running-service/processes.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { rssBytesOf } from '../speech/resources.ts';
import { listen } from '../stream/listen.ts';
import type { Spoken } from './contenders.ts';

/** The other engines load after the start. So little of their time in a second means that they are done. */
const QUIET_SECONDS = 0.03;
const RATE = 24_000;

/** The whole service by HTTP, as a customer has it: with the account, the credits, the history, the mark and the record of it. */
export async function openOurs(dataDir: string, modelsDir: string) {
  const beganMs = performance.now();
  const service = await startService({ dataDir, withoutCache: true, settings: { MODELS_DIR: modelsDir } });
  const client = createClient(service.url, 2);
  const account = await client.signUp();
  const loadSeconds = (performance.now() - beganMs) / 1_000;
  const pids = async () => [service.pid, ...(await descendantsOf(service.pid)).map(({ pid }) => pid)];

  async function speak(text: string): Promise<Spoken> {
    const { firstAudioSeconds, totalSeconds, pcm } = await listen(service.url, account, text);
    const samples = decodePcm16(pcm);
    return { samples, sampleRate: RATE, tookSeconds: totalSeconds, firstSeconds: firstAudioSeconds };
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
