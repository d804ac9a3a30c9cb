import { useEffect, useState } from 'react';
import { decodeAudio } from '../audio/decode-audio.ts';
import { mayDecode } from './check.ts';

/** The loudness of each of `count` columns, from 0 to 1. Null while it is unknown, and for what is not decoded. */
export function usePeaks(file: File | null, seconds: number, count: number): number[] | null {
  const [peaks, setPeaks] = useState<number[] | null>(null);
  useEffect(() => {
    let gone = false;
    setPeaks(null);
    if (!file || !mayDecode(file.size, seconds)) return;
    void decodeAudio(file).then((sound) => {
      if (!gone && sound) setPeaks(peaksOf(sound.getChannelData(0), count));
    });
    return () => {
      gone = true;
    };
  }, [file, seconds, count]);
  return peaks;
}

function peaksOf(samples: Float32Array, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, column) => {
    let most = 0;
    const end = Math.floor(((column + 1) * samples.length) / count);
    for (let i = Math.floor((column * samples.length) / count); i < end; i += 1)
      most = Math.max(most, Math.abs(samples[i] ?? 0));
    return most;
  });
  const loudest = Math.max(...peaks, 0.01);
  return peaks.map((peak) => peak / loudest);
}
