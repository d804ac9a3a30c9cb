import { Loader, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { IconButton } from './button.tsx';
import { useNotify } from './toasts.tsx';

/** One preview plays at a time. */
let stopCurrent: (() => void) | null = null;

/** Fetches a short sound when it is clicked, and plays it. */
export function SoundButton({ name, load }: { name: string; load(): Promise<Blob> }) {
  const { voices: texts } = useTexts();
  const notify = useNotify();
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
  const stopOwn = useRef<(() => void) | null>(null);
  useEffect(() => () => stopOwn.current?.(), []);

  const play = async () => {
    stopCurrent?.();
    let stopped = false;
    const audio = new Audio();
    const stop = () => {
      stopped = true;
      audio.pause();
      URL.revokeObjectURL(audio.src);
      if (stopCurrent === stop) stopCurrent = null;
      setState('idle');
    };
    stopCurrent = stop;
    stopOwn.current = stop;
    audio.addEventListener('ended', stop);
    setState('loading');
    try {
      const blob = await load();
      if (stopped) return;
      audio.src = URL.createObjectURL(blob);
      await audio.play();
      if (!stopped) setState('playing');
    } catch (error) {
      // Stopping a sound that has not begun is no failure.
      if (!stopped) notify.failed(error);
      stop();
    }
  };

  if (state === 'playing')
    return (
      <IconButton label={fill(texts.stopPreview, { name })} onClick={() => stopOwn.current?.()}>
        <Square aria-hidden />
      </IconButton>
    );
  return (
    <IconButton label={fill(texts.playPreview, { name })} onClick={play} disabled={state === 'loading'}>
      {state === 'loading' ? <Loader aria-hidden className="animate-spin" /> : <Play aria-hidden />}
    </IconButton>
  );
}
