import { Mic, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fill, type Texts, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import { SelectField } from './fields.tsx';
import { Note } from './layout.tsx';
import { useRecorder } from './use-recorder.ts';

/** Quieter than this is not speech. */
const SILENCE = 0.02;
const CLIPPING = 0.98;
/** The meter holds its words this long, so that they can be read. */
const JUDGED_EVERY_MS = 1_500;

type RecorderProps = { maxSeconds: number; onRecorded(file: File): void };

/** Records the microphone, shows its level, and hands over a WAV file. */
export function Recorder({ maxSeconds, onRecorded }: RecorderProps) {
  const { recorder: texts } = useTexts();
  const formats = useFormats();
  const bar = useRef<HTMLDivElement>(null);
  const peak = useRef(0);
  const [device, setDevice] = useState('');
  const { state, seconds, error, start, finish } = useRecorder({
    maxSeconds,
    onRecorded,
    onLevel(level) {
      peak.current = Math.max(peak.current, level);
      // The square root shows quiet speech too.
      if (bar.current) bar.current.style.width = `${Math.sqrt(level) * 100}%`;
    },
  });
  const recording = state === 'recording';
  const devices = useMicrophones(recording);
  const loudness = useLoudness(recording, peak);
  const time = { now: formats.clock(seconds), max: formats.clock(maxSeconds) };

  return (
    <div className="flex flex-col gap-3">
      {devices.length > 1 && (
        <SelectField
          label={texts.microphone}
          value={device}
          disabled={state !== 'idle'}
          onChange={(event) => setDevice(event.target.value)}
          options={[
            { value: '', label: texts.defaultMicrophone },
            ...devices.map(({ deviceId, label }) => ({ value: deviceId, label })),
          ]}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        {recording ? (
          <Button look="danger" icon={<Square aria-hidden className="size-4" />} onClick={finish}>
            {texts.stop}
          </Button>
        ) : (
          <Button
            icon={<Mic aria-hidden className="size-4" />}
            busy={state !== 'idle'}
            onClick={() => start(device || null)}
          >
            {texts.record}
          </Button>
        )}
        {recording && (
          <>
            <div aria-hidden className="h-2 min-w-24 grow overflow-hidden rounded-full bg-sunken">
              <div ref={bar} className="h-full w-0 rounded-full bg-accent" />
            </div>
            <span className="text-xs text-muted tabular-nums">{fill(texts.time, time)}</span>
          </>
        )}
      </div>
      <p role="status" className="text-xs text-muted empty:hidden">
        {recording && loudness && texts[loudness]}
      </p>
      <MicrophoneError error={error} />
    </div>
  );
}

/** Microphones have names only once one of them may be used. */
function useMicrophones(recording: boolean): MediaDeviceInfo[] {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a recording that begins makes the names known.
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (!mediaDevices) return;
    const read = async () => {
      const all = await mediaDevices.enumerateDevices();
      setDevices(
        all.filter(
          ({ kind, deviceId, label }) => kind === 'audioinput' && label && !/^default$|^$/.test(deviceId),
        ),
      );
    };
    void read();
    mediaDevices.addEventListener('devicechange', read);
    return () => mediaDevices.removeEventListener('devicechange', read);
  }, [recording]);
  return devices;
}

/** Says in words what the meter shows, for people who cannot see it. */
function useLoudness(recording: boolean, peak: React.RefObject<number>): 'tooQuiet' | 'tooLoud' | null {
  const [loudness, setLoudness] = useState<'tooQuiet' | 'tooLoud' | null>(null);
  useEffect(() => {
    setLoudness(null);
    peak.current = 0;
    if (!recording) return;
    const timer = setInterval(() => {
      setLoudness(peak.current < SILENCE ? 'tooQuiet' : peak.current > CLIPPING ? 'tooLoud' : null);
      peak.current = 0;
    }, JUDGED_EVERY_MS);
    return () => clearInterval(timer);
  }, [recording, peak]);
  return loudness;
}

const REASONS: Record<string, keyof Texts['recorder']> = {
  NotAllowedError: 'refused',
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
  NotReadableError: 'inUse',
  EncodingError: 'nothingRecorded',
};

/** Why the microphone cannot be used, and what to do. */
export function MicrophoneError({ error }: { error: unknown }) {
  const { recorder: texts } = useTexts();
  // Browsers offer microphones only on https and on the same machine.
  const reason = navigator.mediaDevices
    ? REASONS[error instanceof DOMException ? error.name : '']
    : 'notSecure';
  if (!error) return null;
  if (!reason) return <ErrorNote error={error} />;
  return (
    <div role="alert">
      <Note tone="danger">{texts[reason]}</Note>
    </div>
  );
}
