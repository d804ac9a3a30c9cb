import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBlobUrl } from '../audio/use-blob-url.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { foundRanges, likely, type MarkWindow } from './check.ts';
import { COLUMNS, MarkTimeline } from './mark-timeline.tsx';
import { usePeaks } from './use-peaks.ts';

const MOST_RANGES = 12;

type MarkPlayerProps = {
  windows: readonly MarkWindow[];
  duration: number;
  /** Null: it was checked by its address, and its sound is not here. */
  file: File | null;
};

/** Plays what was checked, and shows where the mark is in it. */
export function MarkPlayer({ windows, duration, file }: MarkPlayerProps) {
  const { provenance: texts, player } = useTexts();
  const formats = useFormats();
  const media = useRef<HTMLVideoElement>(null);
  const url = useBlobUrl(file);
  const peaks = usePeaks(file, duration, COLUMNS);
  const [playing, setPlaying] = useState(false);
  const [unplayable, setUnplayable] = useState(false);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!playing) return;
    let frame = requestAnimationFrame(function tick() {
      setSeconds(media.current?.currentTime ?? 0);
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  const playFrom = (to: number) => {
    if (!media.current) return;
    setSeconds(to);
    media.current.currentTime = to;
    void media.current.play();
  };
  const playable = url !== null && !unplayable;
  const seek = playable ? playFrom : undefined;
  return (
    <div className="flex flex-col gap-3">
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: it is a stranger's file, and nobody knows its words.
        <video
          ref={media}
          src={url}
          playsInline
          preload="metadata"
          aria-label={file?.name}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onError={() => setUnplayable(true)}
          className={hasPicture(file) && !unplayable ? 'max-h-80 w-full rounded-lg bg-black' : 'hidden'}
        />
      )}
      <MarkTimeline windows={windows} duration={duration} peaks={peaks} seconds={seconds} onSeek={seek} />
      {playable && (
        <div className="flex items-center gap-3">
          <IconButton
            label={playing ? player.pause : player.play}
            onClick={() => (playing ? media.current?.pause() : void media.current?.play())}
            className="bg-accent !text-on-accent hover:!bg-accent"
          >
            {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
          </IconButton>
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">
            {formats.clock(seconds)} / {formats.clock(duration)}
          </span>
          <span className="text-xs text-muted">{texts.clickToPlay}</span>
        </div>
      )}
      {!playable && <p className="text-xs text-muted">{url ? texts.unplayable : texts.notHere}</p>}
      <FoundRanges windows={windows} onSeek={seek} />
    </div>
  );
}

function FoundRanges({ windows, onSeek }: Pick<MarkPlayerProps, 'windows'> & { onSeek: SeekTo }) {
  const { provenance: texts } = useTexts();
  const formats = useFormats();
  const ranges = foundRanges(windows);
  if (ranges.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-xs text-muted">{texts.foundFrom}</span>
      {ranges.slice(0, MOST_RANGES).map(({ start, end, most }) => {
        const place = `${formats.clock(start)}–${formats.clock(end)}`;
        const shown = fill(texts.foundRange, { place, percent: likely(most, formats.percent) });
        return onSeek ? (
          <Button key={start} className="tabular-nums" onClick={() => onSeek(start)}>
            <Play aria-hidden className="size-3" />
            {shown}
          </Button>
        ) : (
          <span key={start} className="text-sm tabular-nums">
            {shown}
          </span>
        );
      })}
      {ranges.length > MOST_RANGES && (
        <span className="text-xs text-muted">
          {fill(texts.moreRanges, { count: ranges.length - MOST_RANGES })}
        </span>
      )}
    </div>
  );
}

type SeekTo = ((seconds: number) => void) | undefined;

/** A sound in a container of films, such as WebM, is played without a picture. */
function hasPicture(file: File | null): boolean {
  return file?.type.startsWith('video/') ?? false;
}
