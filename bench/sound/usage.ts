import { cpuSecondsOf } from '../../scripts/measure/cpu-time.ts';
import type { ServiceProcess } from '../../scripts/running-service/service-process.ts';
import { rssBytesOf } from '../speech/resources.ts';

export type SoundUsage = {
  serviceCpuSeconds: number;
  engineCpuSeconds: number;
  peakServiceRssBytes: number;
  peakEngineRssBytes: number;
};

const SAMPLE_MS = 100;

/** The service and the processes of one engine, which must run already, while `work` runs. */
export async function withSoundUsage<Result>(
  service: ServiceProcess,
  engineFolder: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; usage: SoundUsage }> {
  const children = await service.children();
  const engine = children
    .filter(({ command }) => command.includes(`/engines/${engineFolder}/process.ts`))
    .map(({ pid }) => pid);
  const serviceBefore = cpuSecondsOf([service.pid]);
  const engineBefore = cpuSecondsOf(engine);
  const usage: SoundUsage = {
    serviceCpuSeconds: 0,
    engineCpuSeconds: 0,
    peakServiceRssBytes: 0,
    peakEngineRssBytes: 0,
  };
  const sample = async () => {
    const ofService = await rssBytesOf([service.pid]);
    const ofEngine = await rssBytesOf(engine);
    usage.peakServiceRssBytes = Math.max(usage.peakServiceRssBytes, ofService);
    usage.peakEngineRssBytes = Math.max(usage.peakEngineRssBytes, ofEngine);
  };
  const failed: unknown[] = [];
  const sampler = setInterval(() => void sample().catch((error) => failed.push(error)), SAMPLE_MS);
  try {
    const result = await work();
    await sample();
    if (failed.length > 0) throw failed[0];
    usage.serviceCpuSeconds = cpuSecondsOf([service.pid]) - serviceBefore;
    usage.engineCpuSeconds = cpuSecondsOf(engine) - engineBefore;
    return { result, usage };
  } finally {
    clearInterval(sampler);
  }
}
