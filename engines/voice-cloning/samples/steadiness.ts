import { createPowerSpectrum, hannWindow } from '../../dsp/index.ts';
import type { Span } from '../../voice-activity/index.ts';

const RATE = 16_000;
const FFT = 1_024;
const HOP = FFT / 2;
const WINDOW = hannWindow(FFT);
/** Below, a voice's overtones are too close together to distinguish from tones; above, there is little of either. */
const BAND = { low: 450, high: 5_000 };
/** Least power of a tone relative to the median around it. */
const PROMINENCE = 8;
const NEIGHBOURS = 10;
/** Frames, 32 ms apart, for which a tone must last. The overtones of speech move on. */
const STAYS = 4;

/** A tone in this share of all frames, over this many pauses, is hum: music moves on between pauses. */
const HUM_SHARE = 0.9;
const HUM_PAUSES = 3;

/** Share of the energy in sustained tones: near 1 for music, near 0 for speech and noise, mains hum included. */
export function steadinessOf(samples: Float32Array, spans: readonly Span[]): number {
  const parts = spans
    .map(({ start, end }) => spectraOf(samples.subarray(Math.round(start * RATE), Math.round(end * RATE))))
    .filter((spectra) => spectra.length > 0)
    .map((spectra) => ({ spectra, peaks: spectra.map(peaksOf) }));
  const hum = parts.length < HUM_PAUSES ? new Set<number>() : everywhere(parts.flatMap(({ peaks }) => peaks));
  const whole = { tones: 0, all: 0 };
  for (const { spectra, peaks } of parts)
    for (const [i, spectrum] of spectra.entries()) {
      const tones = [...(peaks[i] ?? [])].filter((bin) => !hum.has(bin) && staysAround(peaks, i, bin));
      whole.tones += tones.reduce((sum, bin) => sum + energyAround(spectrum, bin), 0);
      whole.all += spectrum.reduce((sum, power) => sum + power, 0);
    }
  return whole.all === 0 ? 0 : Math.min(1, whole.tones / whole.all);
}

/** Bins with a peak, there or beside, in nearly all frames. */
function everywhere(peaks: readonly Set<number>[]): Set<number> {
  const bins = new Set(peaks.flatMap((frame) => [...frame]));
  const isIn = (frame: Set<number>, bin: number) => [bin, bin - 1, bin + 1].some((one) => frame.has(one));
  return new Set(
    [...bins].filter((bin) => peaks.filter((frame) => isIn(frame, bin)).length >= HUM_SHARE * peaks.length),
  );
}

/** The spectra cover only the analysed band. */
function spectraOf(sound: Float32Array): Float64Array[] {
  const powersOf = createPowerSpectrum(FFT);
  const [first, end] = [BAND.low, BAND.high].map((hertz) => Math.round((hertz * FFT) / RATE));
  const spectra: Float64Array[] = [];
  const frame = new Float64Array(FFT);
  const power = new Float64Array(FFT / 2);
  for (let from = 0; from + FFT <= sound.length; from += HOP) {
    for (let i = 0; i < FFT; i += 1) frame[i] = (sound[from + i] as number) * (WINDOW[i] as number);
    powersOf(frame, power);
    spectra.push(power.slice(first, end));
  }
  return spectra;
}

function peaksOf(spectrum: Float64Array): Set<number> {
  const peaks = new Set<number>();
  for (let bin = 2; bin < spectrum.length - 2; bin += 1) {
    const power = spectrum[bin] ?? 0;
    if (power < (spectrum[bin - 1] ?? 0) || power < (spectrum[bin + 1] ?? 0)) continue;
    const around = spectrum.slice(Math.max(0, bin - NEIGHBOURS), bin + NEIGHBOURS + 1).sort();
    if (power > PROMINENCE * (around[around.length >> 1] ?? 0)) peaks.add(bin);
  }
  return peaks;
}

/** Whether the tone lasts long enough around this frame. In the others it may be one bin off. */
function staysAround(peaks: readonly Set<number>[], frame: number, bin: number): boolean {
  return 1 + runFrom(peaks, frame, bin, -1) + runFrom(peaks, frame, bin, 1) >= STAYS;
}

function runFrom(peaks: readonly Set<number>[], frame: number, bin: number, step: number): number {
  let length = 0;
  for (let i = frame + step; [0, 1, -1].some((sway) => peaks[i]?.has(bin + sway)); i += step) length += 1;
  return length;
}

function energyAround(spectrum: Float64Array, bin: number): number {
  return spectrum.subarray(bin - 2, bin + 3).reduce((sum, power) => sum + power, 0);
}
