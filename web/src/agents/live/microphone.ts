import workletUrl from './microphone-worklet.ts?worker&url';

export type Microphone = Awaited<ReturnType<typeof openMicrophone>>;

type MicrophoneListener = {
  /** 20 ms of 16-bit samples, and the loudest of them, 0 to 1. */
  onSound(pcm: Uint8Array<ArrayBuffer>, level: number): void;
  /** It was unplugged, or the permission was withdrawn. */
  onLost(): void;
};

/** Rejects with a `DOMException` where the microphone may not be used. */
export async function openMicrophone({ onSound, onLost }: MicrophoneListener) {
  const stream = await navigator.mediaDevices.getUserMedia({
    // An agent on loudspeakers would interrupt itself if its echo were not cancelled.
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
  });
  const context = new AudioContext();
  let closing: Promise<void> | null = null;
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    closing ??= context.close();
    return closing;
  };
  try {
    await context.audioWorklet.addModule(workletUrl);
  } catch (error) {
    await close();
    throw error;
  }
  const node = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
  node.port.onmessage = ({ data }: MessageEvent<{ pcm: Uint8Array<ArrayBuffer>; level: number }>) =>
    onSound(data.pcm, data.level);
  context.createMediaStreamSource(stream).connect(node);
  for (const track of stream.getTracks()) track.onended = onLost;
  return {
    /** Muted it sends silence, so that the turn still ends. */
    mute(muted: boolean): void {
      for (const track of stream.getTracks()) track.enabled = !muted;
    },
    close,
  };
}
