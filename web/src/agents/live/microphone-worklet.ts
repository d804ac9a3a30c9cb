import { toPcm } from '../../audio/wav.ts';
import { INPUT_RATE } from './protocol.ts';
import { createResampler } from './resampler.ts';

// Browsers define these for worklets, and TypeScript does not know them.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** 20 milliseconds. */
const FRAME = INPUT_RATE / 50;

/** Sends the microphone as frames of 16-bit samples, each with its loudest one. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  #resample = createResampler(sampleRate, INPUT_RATE);
  #waiting: number[] = [];

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples) this.#waiting.push(...this.#resample(samples));
    while (this.#waiting.length >= FRAME) {
      const frame = Float32Array.from(this.#waiting.splice(0, FRAME));
      const level = frame.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
      const pcm = toPcm(frame);
      this.port.postMessage({ pcm, level }, [pcm.buffer]);
    }
    return true;
  }
}

registerProcessor('microphone', MicrophoneProcessor);
