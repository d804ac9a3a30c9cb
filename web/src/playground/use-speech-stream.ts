import type { Json } from '@vox-humana/client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/clients.ts';
import { useRun } from '../api/use-run.ts';
import { createPcmPlayer } from '../audio/pcm-player.ts';
import { wavOf } from '../audio/wav.ts';

/** The rate of the format `pcm`. */
const SAMPLE_RATE = 24_000;

/** Counts what has arrived so far. Times are in milliseconds since the click. */
export type StreamProgress = {
  firstBytesMs: number | null;
  firstSoundMs: number | null;
  /** The last bytes arrived at this time. */
  lastBytesMs: number;
  chunks: number;
  bytes: number;
};

const NOTHING_YET: StreamProgress = {
  firstBytesMs: null,
  firstSoundMs: null,
  lastBytesMs: 0,
  chunks: 0,
  bytes: 0,
};

export const secondsOf = ({ bytes }: StreamProgress) => bytes / 2 / SAMPLE_RATE;

/** Plays speech while it is made. It is pending until the last sound was heard. */
export function useSpeechStream() {
  const [progress, setProgress] = useState<StreamProgress | null>(null);
  const [file, setFile] = useState<Blob | null>(null);
  // A stream has no idempotency key, with which nothing would arrive before the end.
  const stream = useRun(async (request: Json<'POST /api/v1/tts/stream'>, { signal }) => {
    const clickedAt = performance.now();
    const player = createPcmPlayer(SAMPLE_RATE);
    signal.addEventListener('abort', player.stop);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let now = NOTHING_YET;
    setProgress(now);
    setFile(null);
    try {
      for await (const chunk of api.speech.stream({ ...request, format: 'pcm' }, { signal })) {
        const arrivedMs = performance.now() - clickedAt;
        const soundMs = player.play(chunk) - clickedAt;
        parts.push(chunk);
        now = {
          firstBytesMs: now.firstBytesMs ?? arrivedMs,
          firstSoundMs: now.firstSoundMs ?? soundMs,
          lastBytesMs: arrivedMs,
          chunks: now.chunks + 1,
          bytes: now.bytes + chunk.byteLength,
        };
        setProgress(now);
      }
      await player.end();
    } finally {
      player.stop();
      // A sound that was stopped or broke off can still be heard.
      if (parts.length > 0) setFile(wavOf(parts, SAMPLE_RATE));
    }
  });
  const { stop } = stream;
  const leave = useRef(stop);
  useEffect(() => leave.current, []);
  return { ...stream, progress, file };
}
