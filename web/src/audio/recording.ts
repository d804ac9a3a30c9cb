import { toPcm, wavOf } from './wav.ts';

/** The rate of the speech engine. Three minutes are 8.6 MB. */
const SAMPLE_RATE = 24_000;

export type Recording = Awaited<ReturnType<typeof startRecording>>;

/** Records the microphone until `finish` or `discard`. Rejects with a `DOMException` where it may not. */
export async function startRecording(deviceId: string | null) {
  const audio = deviceId ? { deviceId: { exact: deviceId } } : true;
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  context.createMediaStreamSource(stream).connect(analyser);
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const startedAt = performance.now();
  recorder.start();
  const release = async () => {
    // A microphone that was pulled out has stopped it already.
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  };
  return {
    /** The loudest sample of the last moment, 0 to 1. */
    level(): number {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    },
    seconds: () => (performance.now() - startedAt) / 1_000,
    async finish(): Promise<File> {
      await release();
      return wavFile(new Blob(parts));
    },
    discard: release,
  };
}

/** A recording of a browser has no length and often cannot be seeked; a WAV file can. */
async function wavFile(recorded: Blob): Promise<File> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(await recorded.arrayBuffer());
  const wav = wavOf([toPcm(decoded.getChannelData(0))], SAMPLE_RATE);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return new File([wav], `recording-${time}.wav`, { type: wav.type });
}
