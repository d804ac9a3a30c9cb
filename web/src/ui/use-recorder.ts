import { useEffect, useRef, useState } from 'react';
import { type Recording, startRecording } from '../audio/recording.ts';

type RecorderOptions = {
  maxSeconds: number;
  onRecorded(file: File): void;
  /** The recorder calls this about 60 times a second. */
  onLevel(level: number): void;
};

/** Records until it is stopped, at most `maxSeconds`. Leaving the page discards the recording. */
export function useRecorder({ maxSeconds, onRecorded, onLevel }: RecorderOptions) {
  const [state, setState] = useState<'idle' | 'starting' | 'recording' | 'finishing'>('idle');
  const [seconds, setSeconds] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const recording = useRef<Recording | null>(null);
  const gone = useRef(false);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      void recording.current?.discard();
    };
  }, []);

  const start = async (deviceId: string | null) => {
    setError(null);
    setSeconds(0);
    setState('starting');
    try {
      recording.current = await startRecording(deviceId);
      if (gone.current) return recording.current.discard();
      setState('recording');
    } catch (failure) {
      setError(failure);
      setState('idle');
    }
  };

  const finish = async () => {
    const current = recording.current;
    recording.current = null;
    if (!current) return;
    setState('finishing');
    try {
      onRecorded(await current.finish());
    } catch (failure) {
      setError(failure);
    }
    setState('idle');
  };

  // The newest callbacks, without starting the loop anew.
  const latest = useRef({ finish, onLevel });
  latest.current = { finish, onLevel };
  useEffect(() => {
    if (state !== 'recording') return;
    let frame = 0;
    const tick = () => {
      const current = recording.current;
      if (!current) return;
      latest.current.onLevel(current.level());
      setSeconds(Math.floor(current.seconds()));
      if (current.seconds() >= maxSeconds) return void latest.current.finish();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [state, maxSeconds]);

  // A reload loses what is being recorded, so the browser asks first.
  useEffect(() => {
    if (state !== 'recording') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [state]);

  return { state, seconds, error, start, finish };
}
