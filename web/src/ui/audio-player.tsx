import { Download, Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { decodeAudio } from '../audio/decode-audio.ts';
import { useBlobUrl } from '../audio/use-blob-url.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { buttonClasses, IconButton } from './button.tsx';
import { styleNonce } from './style-nonce.ts';

type AudioPlayerProps = {
  audio: Blob;
  /** Read out, and the name of the file: "speech.wav". */
  name: string;
  autoPlay?: boolean;
  /** The player calls this while it plays, in seconds; with infinity at the end. */
  onTime?(seconds: number): void;
  /** Others can seek through this element. */
  element?: RefObject<HTMLAudioElement | null>;
};

/** A waveform to play, seek and download. */
export function AudioPlayer({ audio, name, autoPlay = false, onTime, element: outer }: AudioPlayerProps) {
  const { player: texts } = useTexts();
  const formats = useFormats();
  const own = useRef<HTMLAudioElement>(null);
  const element = outer ?? own;
  const url = useBlobUrl(audio);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState({ now: 0, end: 0 });

  // `timeupdate` comes four times a second, which is too seldom to light up words.
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    const tick = () => {
      const now = element.current?.currentTime ?? 0;
      setTime((before) => ({ ...before, now }));
      onTime?.(now);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, onTime, element]);

  const toggle = () => {
    const audioElement = element.current;
    if (!audioElement) return;
    if (audioElement.paused) void audioElement.play();
    else audioElement.pause();
  };

  return (
    <div className="flex flex-wrap items-center gap-3">
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands beside the player. */}
      <audio
        ref={element}
        src={url ?? undefined}
        autoPlay={autoPlay}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => {
          setPlaying(false);
          onTime?.(Number.POSITIVE_INFINITY);
        }}
        onSeeked={(event) => setTime((before) => ({ ...before, now: event.currentTarget?.currentTime ?? 0 }))}
        onDurationChange={(event) => {
          const { duration } = event.currentTarget;
          setTime((before) => ({ ...before, end: Number.isFinite(duration) ? duration : 0 }));
        }}
      />
      <IconButton
        label={playing ? texts.pause : texts.play}
        onClick={toggle}
        className="bg-accent !text-on-accent hover:!bg-accent"
      >
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <Waveform audio={audio} element={element} />
      <span className="text-xs text-muted tabular-nums">
        {formats.clock(time.now)} / {formats.clock(time.end)}
      </span>
      {url && (
        <a
          href={url}
          download={name}
          className={buttonClasses('quiet')}
          aria-label={fill(texts.downloadNamed, { name })}
        >
          <Download aria-hidden className="size-4" />
          {texts.download}
        </a>
      )}
    </div>
  );
}

function Waveform({ audio, element }: { audio: Blob; element: React.RefObject<HTMLAudioElement | null> }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let drawn: WaveSurfer | null = null;
    let gone = false;
    void drawWaveform(container.current, element.current, audio).then((waveform) => {
      if (gone) waveform?.destroy();
      else drawn = waveform;
    });
    return () => {
      gone = true;
      drawn?.destroy();
    };
  }, [audio, element]);
  return <div ref={container} aria-hidden className="h-10 min-w-32 grow" />;
}

/** Decoded here, because the library would fetch the blob, which the content policy forbids. */
async function drawWaveform(
  container: HTMLElement | null,
  media: HTMLMediaElement | null,
  audio: Blob,
): Promise<WaveSurfer | null> {
  if (!container || !media) return null;
  const [{ default: Library }, decoded] = await Promise.all([import('wavesurfer.js'), decodeAudio(audio)]);
  if (!decoded) return null;
  const style = getComputedStyle(document.documentElement);
  return Library.create({
    container,
    media,
    peaks: [decoded.getChannelData(0)],
    duration: decoded.duration,
    height: 40,
    barWidth: 2,
    barGap: 1,
    barRadius: 2,
    normalize: true,
    cursorWidth: 1,
    waveColor: style.getPropertyValue('--line'),
    progressColor: style.getPropertyValue('--accent'),
    cspNonce: styleNonce(),
  });
}
