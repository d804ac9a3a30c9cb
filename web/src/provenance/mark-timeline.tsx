import type { KeyboardEvent, PointerEvent } from 'react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { columnsOf, FOUND, likely, type MarkWindow, probabilityAt } from './check.ts';

/** Columns of the drawing. It is stretched to the width of the page. */
export const COLUMNS = 200;
/** In a shorter sound they would show the same second twice. */
const MANY_TICKS_SECONDS = 8;
const WAVE_HEIGHT = 56;
const CHART_TOP = 66;
const CHART_HEIGHT = 34;
const HEIGHT = CHART_TOP + CHART_HEIGHT;

type MarkTimelineProps = {
  windows: readonly MarkWindow[];
  duration: number;
  /** Null: it is not drawn. */
  peaks: number[] | null;
  /** The player is at this time, in seconds. */
  seconds: number;
  /** Plays from there. Undefined: there is nothing to play. */
  onSeek?: ((seconds: number) => void) | undefined;
};

/** The sound, coloured where the mark is found in it, and how surely below. */
export function MarkTimeline({ windows, duration, peaks, seconds, onSeek }: MarkTimelineProps) {
  const { provenance: texts } = useTexts();
  const formats = useFormats();
  const columns = columnsOf(windows, duration, COLUMNS);
  const drawing = <Drawing columns={columns} peaks={peaks} share={Math.min(1, seconds / duration)} />;
  const scale = (
    <div aria-hidden className="mt-1 flex justify-between text-xs text-muted tabular-nums">
      {(duration < MANY_TICKS_SECONDS ? [0, 1] : [0, 0.25, 0.5, 0.75, 1]).map((part) => (
        <span key={part}>{formats.clock(duration * part)}</span>
      ))}
    </div>
  );
  if (!onSeek)
    return (
      <div dir="ltr">
        <div role="img" aria-label={texts.timeline}>
          {drawing}
        </div>
        {scale}
      </div>
    );
  const now = Math.min(seconds, duration);
  const press = (event: KeyboardEvent) => {
    const to = steppedTo(event.key, now, duration);
    if (to === null) return;
    event.preventDefault();
    onSeek(Math.max(0, Math.min(to, duration)));
  };
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek((Math.max(0, Math.min(clientX - left, width)) / width) * duration);
  };
  return (
    <div dir="ltr">
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts.timelinePlay}
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(now)}
        aria-valuetext={fill(texts.timelineAt, {
          time: formats.clock(now),
          percent: likely(probabilityAt(windows, now), formats.percent),
        })}
        onKeyDown={press}
        onPointerDown={point}
        className="cursor-pointer rounded-lg"
      >
        {drawing}
      </div>
      {scale}
    </div>
  );
}

function steppedTo(key: string, now: number, duration: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    PageDown: now - 10,
    PageUp: now + 10,
    Home: 0,
    End: duration,
    Enter: now,
  };
  return steps[key] ?? null;
}

type DrawingProps = { columns: number[]; peaks: number[] | null; share: number };

function Drawing({ columns, peaks, share }: DrawingProps) {
  const top = peaks ? 0 : CHART_TOP;
  return (
    <svg
      aria-hidden
      viewBox={`0 ${top} ${COLUMNS} ${HEIGHT - top}`}
      preserveAspectRatio="none"
      className={peaks ? 'h-36 w-full' : 'h-16 w-full'}
    >
      {peaks?.map((peak, column) => {
        const height = Math.max(1, peak * WAVE_HEIGHT);
        const isFound = (columns[column] ?? 0) >= FOUND;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            key={column}
            x={column + 0.15}
            y={(WAVE_HEIGHT - height) / 2}
            width={0.7}
            height={height}
            className={isFound ? 'fill-accent' : 'fill-muted/50'}
          />
        );
      })}
      <rect x={0} y={CHART_TOP} width={COLUMNS} height={CHART_HEIGHT} className="fill-sunken" />
      <path d={areaOf(columns)} className="fill-accent/70" />
      <line
        x1={0}
        x2={COLUMNS}
        y1={HEIGHT - FOUND * CHART_HEIGHT}
        y2={HEIGHT - FOUND * CHART_HEIGHT}
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
        className="stroke-muted"
      />
      <line
        x1={share * COLUMNS}
        x2={share * COLUMNS}
        y1={top}
        y2={HEIGHT}
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
        className="stroke-danger"
      />
    </svg>
  );
}

function areaOf(columns: readonly number[]): string {
  const steps = columns.map((value, x) => {
    const y = HEIGHT - value * CHART_HEIGHT;
    return `L${x} ${y}L${x + 1} ${y}`;
  });
  return `M0 ${HEIGHT}${steps.join('')}L${columns.length} ${HEIGHT}Z`;
}
