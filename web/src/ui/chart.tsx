import { useEffect, useRef } from 'react';
import type UPlot from 'uplot';

type BarChartProps = {
  /** Read out. The figures themselves belong into a table beside the chart. */
  label: string;
  bars: { label: string; value: number }[];
  format(value: number): string;
};

const HEIGHT = 240;
const LONGEST_LABEL = 14;
/** Pixels that a label needs. */
const LABEL_SPACE = 84;

/** Bars for screen and print. It redraws with the width and the theme. */
export function BarChart({ label, bars, format }: BarChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = JSON.stringify(bars);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawing` stands for the bars.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let chart: UPlot | null = null;
    let gone = false;
    void load().then((Library) => {
      if (gone) return;
      chart = draw(Library, element, bars, format);
    });
    const resized = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    // Its colours are computed from the theme as it draws.
    const themed = new MutationObserver(() => chart?.redraw(false, true));
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      gone = true;
      resized.disconnect();
      themed.disconnect();
      chart?.destroy();
    };
  }, [drawing]);
  return <div ref={container} role="img" aria-label={label} className="h-60 w-full overflow-hidden" />;
}

async function load(): Promise<typeof UPlot> {
  const [{ default: Library }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
  return Library;
}

function draw(
  Library: typeof UPlot,
  element: HTMLElement,
  bars: BarChartProps['bars'],
  format: (value: number) => string,
): UPlot {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const axis = { stroke: color('--muted'), ticks: { show: false }, font: '12px system-ui, sans-serif' };
  return new Library(
    {
      width: element.clientWidth,
      height: HEIGHT,
      // Half a label, so that the last one is not cut off.
      padding: [null, LABEL_SPACE / 2, null, null],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.6, bars.length - 0.4] },
        y: { range: [0, highest * 1.05] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: LABEL_SPACE,
          incrs: [1, 2, 5, 7, 14, 30, 60, 90, 180, 365],
          values: (_chart, at) => at.map((index) => shortened(bars[index]?.label ?? '')),
        },
        {
          ...axis,
          size: 68,
          grid: { stroke: color('--line'), width: 1 },
          values: (_chart, at) => at.map(format),
        },
      ],
      series: [
        {},
        {
          fill: color('--accent'),
          points: { show: false },
          paths: Library.paths.bars?.({ size: [0.7, 56], radius: 0.15 }) ?? (() => null),
        },
      ],
    },
    [bars.map((_, index) => index), bars.map(({ value }) => value)],
    element,
  );
}

function color(name: string): () => string {
  return () => getComputedStyle(document.documentElement).getPropertyValue(name);
}

function shortened(label: string): string {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
}
