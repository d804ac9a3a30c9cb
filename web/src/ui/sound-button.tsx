import { Loader, Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
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
  useEffect(() => () => (state === 'idle' ? undefined : stopCurrent?.()), [state]);

  const play = async () => {
    stopCurrent?.();
    setState('loading');
    try {
      const url = URL.createObjectURL(await load());
      const audio = new Audio(url);
      const stop = () => {
        audio.pause();
        URL.revokeObjectURL(url);
        if (stopCurrent === stop) stopCurrent = null;
        setState('idle');
      };
      stopCurrent = stop;
      audio.addEventListener('ended', stop);
      await audio.play();
      setState('playing');
    } catch (error) {
      setState('idle');
      notify.failed(error);
    }
  };

  if (state === 'playing')
    return (
      <IconButton label={fill(texts.stopPreview, { name })} onClick={() => stopCurrent?.()}>
        <Square aria-hidden />
      </IconButton>
    );
  return (
    <IconButton label={fill(texts.playPreview, { name })} onClick={play} disabled={state === 'loading'}>
      {state === 'loading' ? <Loader aria-hidden className="animate-spin" /> : <Play aria-hidden />}
    </IconButton>
  );
}
