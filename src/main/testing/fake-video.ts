import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderRequest, VideoEngine } from '../../engines/video/index.ts';

export type FakeVideo = VideoEngine & {
  requests: RenderRequest[];
  /** Resolves before a film is made; tests that look at a running job keep it waiting. */
  gate: Promise<void>;
  /** Thrown instead of the next films. */
  failure: Error | undefined;
};

const PRESENTER = { gender: 'female', age: 'middle', description: 'For tests.' } as const;

/** Films that last as long as their sound, and are a few bytes. */
export function createFakeVideo(): FakeVideo {
  const thumbnailPath = new URL(import.meta.url).pathname;
  const fake: FakeVideo = {
    presenters: [
      { ...PRESENTER, id: 'clara', name: 'Clara', thumbnailPath },
      { ...PRESENTER, id: 'marcus', name: 'Marcus', thumbnailPath },
    ],
    requests: [],
    gate: Promise.resolve(),
    failure: undefined,
    async render(request, { signal, onProgress } = {}) {
      fake.requests.push(request);
      onProgress?.('rendering', 0.5);
      await Promise.race([fake.gate, aborted(signal)]);
      if (fake.failure) throw fake.failure;
      const videoPath = join(request.folder, 'film.mp4');
      const thumbnail = join(request.folder, 'film.jpg');
      await Promise.all([writeFile(videoPath, 'a film'), writeFile(thumbnail, 'a still')]);
      const { durationSeconds } = request.mouth;
      return { videoPath, thumbnailPath: thumbnail, durationSeconds, width: 854, height: 480, fps: 25 };
    },
    close: async () => undefined,
  };
  return fake;
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
