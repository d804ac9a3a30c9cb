import { quantile } from '../../scripts/measure/quantiles.ts';
import { type Figures, type Measured, VARIANTS, type Variant } from './measure.ts';

const TITLES: Record<Variant, string> = {
  bare: 'a. bare Fastify route',
  unmetered: 'b. authenticated and limited',
  metered: 'c. authenticated, limited, metered, kept',
  repeated: 'd. the same text again, from the cache',
};

/** A table for docs/measurements/gateway.md. */
export function report(database: string, rate: number, figures: Figures): string {
  const p50 = (variant: Variant) => quantile(figures[variant].steady.latenciesMs, 0.5);
  const p99 = (variant: Variant) => quantile(figures[variant].steady.latenciesMs, 0.99);
  const added = (from: Variant, to: Variant) =>
    `p50 ${(p50(to) - p50(from)).toFixed(2)} ms, p99 ${(p99(to) - p99(from)).toFixed(2)} ms`;
  return [
    '',
    `### ${database}`,
    '',
    `| | responses at ${rate}/s | p50 ms | p99 ms | saturated, requests/s | p50 ms | p99 ms | CPU ms per call: service | engines |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...VARIANTS.map((variant) => {
      const { steady, saturated } = figures[variant];
      const perSecond = saturated.perSecond.toFixed(0);
      const cells = [
        TITLES[variant],
        steady.latenciesMs.length,
        ...times(steady),
        perSecond,
        ...times(saturated),
        ...cpuMsPerCall(saturated),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
    `Added by metering (c − b): ${added('unmetered', 'metered')}. By everything (c − a): ${added('bare', 'metered')}.`,
    ...VARIANTS.flatMap((variant) => failuresOf(variant, figures[variant])),
  ].join('\n');
}

function times({ latenciesMs }: Measured): string[] {
  return [quantile(latenciesMs, 0.5).toFixed(2), quantile(latenciesMs, 0.99).toFixed(2)];
}

function cpuMsPerCall({ cpuSeconds, latenciesMs }: Measured): string[] {
  const perCall = (seconds: number) => ((1000 * seconds) / latenciesMs.length).toFixed(2);
  return [perCall(cpuSeconds.service), perCall(cpuSeconds.engines)];
}

function failuresOf(variant: Variant, { steady, saturated }: Figures[Variant]): string[] {
  return [steady, saturated]
    .filter(({ failures }) => Object.keys(failures).length > 0)
    .map(({ failures }) => `FAILED in ${TITLES[variant]}: ${JSON.stringify(failures)}`);
}
