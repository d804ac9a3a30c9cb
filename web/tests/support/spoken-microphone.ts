import type { Page } from 'playwright-core';

type Ears = { microphone?: AudioContext; into?: AudioNode; loudest?: number };

/** A microphone into which the test speaks when it wants, and ears for what the page plays. Before the page is opened. */
export async function spokenMicrophone(page: Page) {
  await page.addInitScript(() => {
    const ears = globalThis as Ears;
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const destination = context.createMediaStreamDestination();
      ears.microphone = context;
      ears.into = destination;
      return destination.stream;
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      const samples = this.context === ears.microphone ? [] : (this.buffer?.getChannelData(0) ?? []);
      for (const sample of samples) ears.loudest = Math.max(ears.loudest ?? 0, Math.abs(sample));
      start.apply(this, when);
    };
  });
  return {
    async speak(wav: Buffer): Promise<void> {
      await page.evaluate(async (base64) => {
        const { microphone, into } = globalThis as Ears;
        if (!microphone || !into) throw new Error('The page has not opened the microphone.');
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
        const source = microphone.createBufferSource();
        source.buffer = await microphone.decodeAudioData(bytes.buffer);
        source.connect(into);
        source.start();
      }, wav.toString('base64'));
    },
    /** The loudest sample that the page has played, 0 to 1. */
    loudest: () => page.evaluate(() => (globalThis as Ears).loudest ?? 0),
  };
}
