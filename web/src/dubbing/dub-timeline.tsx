import type { Dub } from '@vox-humana/client';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { classes } from '../ui/classes.ts';

type DubTimelineProps = {
  dub: Dub;
  /** The player is at this time, in seconds. */
  seconds: number;
  chosen: string | null;
  onChoose(lineId: string): void;
};

/** Shows who speaks when: a row per speaker, a block per line. */
export function DubTimeline({ dub, seconds, chosen, onChoose }: DubTimelineProps) {
  const { dubbing: texts } = useTexts();
  const formats = useFormats();
  const { range, film } = dub;
  const length = Math.max(range ? range.end - range.start : film.duration_seconds, 0.1);
  const share = (time: number) => `${Math.min(100, (100 * time) / length)}%`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section aria-label={texts.timeline} tabIndex={0} dir="ltr" className="overflow-x-auto">
      <div className="relative flex min-w-xl flex-col gap-1">
        {dub.speakers.map(({ id, name }) => (
          <div key={id} className="flex items-center gap-2">
            <span className="w-24 shrink-0 truncate text-xs text-muted">{name}</span>
            <div className="relative h-9 grow rounded bg-sunken">
              {dub.lines
                .filter(({ speaker_id }) => speaker_id === id)
                .map((line) => (
                  <button
                    key={line.id}
                    type="button"
                    aria-pressed={line.id === chosen}
                    aria-label={fill(texts.lineAt, {
                      time: formats.clock(line.start),
                      text: line.translation ?? line.source ?? '',
                    })}
                    title={line.translation ?? undefined}
                    onClick={() => onChoose(line.id)}
                    style={{ left: share(line.start), width: share(line.end - line.start) }}
                    className={classes(
                      'absolute inset-y-0.5 min-w-2 overflow-hidden rounded border px-1 text-start text-xs whitespace-nowrap',
                      line.id === chosen
                        ? 'border-accent bg-accent text-on-accent'
                        : 'border-accent bg-accent-soft text-accent',
                      line.needs_render && 'border-dashed',
                    )}
                  >
                    {line.translation ?? line.source}
                  </button>
                ))}
              <span
                aria-hidden
                style={{ left: share(seconds) }}
                className="pointer-events-none absolute inset-y-0 w-px bg-danger"
              />
            </div>
          </div>
        ))}
        <div className="flex justify-between ps-26 text-xs text-muted tabular-nums">
          <span>{formats.clock(0)}</span>
          <span>{formats.clock(length / 2)}</span>
          <span>{formats.clock(length)}</span>
        </div>
      </div>
    </section>
  );
}
