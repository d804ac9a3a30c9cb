import { useEffect, useState } from 'react';
import { useBlobUrl } from './use-blob-url.ts';

/** Returns how long a sound or a film lasts, or null while that is unknown or when the browser cannot read it. */
export function useMediaSeconds(file: Blob | null): number | null {
  const url = useBlobUrl(file);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    setSeconds(null);
    if (!url) return;
    const media = new Audio();
    media.preload = 'metadata';
    media.ondurationchange = () => {
      if (Number.isFinite(media.duration)) setSeconds(media.duration);
      // A recording of a browser tells its length only at its end.
      else media.currentTime = Number.MAX_SAFE_INTEGER;
    };
    media.src = url;
    return () => {
      media.ondurationchange = null;
      media.removeAttribute('src');
    };
  }, [url]);
  return seconds;
}
