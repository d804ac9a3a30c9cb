import { useMutation } from '@tanstack/react-query';
import type { Json } from '@vox-humana/client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/clients.ts';
import { refreshUser } from '../api/session.ts';
import { createPcmPlayer } from '../audio/pcm-player.ts';
import { wavOf } from '../audio/wav.ts';

/** The rate of the format `pcm`. */
const SAMPLE_RATE = 24_000;

/** What has arrived so far. Times are in milliseconds since the click. */
export type StreamProgress = {
  firstBytesMs: number | null;
  firstSoundMs: number | null;
  /** When the last bytes arrived. */
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
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const stream = useMutation({
    mutationFn: async (request: Json<'POST /api/v1/tts/stream'>) => {
      const clickedAt = performance.now();
      const player = createPcmPlayer(SAMPLE_RATE);
      abort.current = new AbortController();
      const { signal } = abort.current;
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
        // What was stopped or broke off can still be heard.
        if (parts.length > 0) setFile(wavOf(parts, SAMPLE_RATE));
      }
    },
    onSettled: refreshUser,
  });
  return {
    progress,
    file,
    busy: stream.isPending,
    error: abort.current?.signal.aborted ? null : stream.error,
    start: stream.mutate,
    stop: () => abort.current?.abort(),
  };
}
