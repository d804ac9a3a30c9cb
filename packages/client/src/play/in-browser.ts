import { Media } from '../media.ts';
import { fileFrom, type Uploadable } from '../uploads.ts';

type AudioElement = {
  play(): Promise<void>;
  pause(): void;
  onended: (() => void) | null;
  onerror: (() => void) | null;
  error: { message: string } | null;
};

export async function playInBrowser(sound: Media | Uploadable, signal?: AbortSignal): Promise<void> {
  const { Audio } = globalThis as unknown as { Audio: new (url: string) => AudioElement };
  const blob = sound instanceof Media ? await sound.blob() : await fileFrom(sound);
  signal?.throwIfAborted();
  const url = URL.createObjectURL(blob);
  const audio = new Audio(url);
  let stop = () => audio.pause();
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => {
        audio.pause();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop);
      audio.onended = resolve;
      audio.onerror = () => reject(new Error(audio.error?.message || 'The browser cannot play this sound.'));
      audio.play().catch(reject);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    URL.revokeObjectURL(url);
  }
}
