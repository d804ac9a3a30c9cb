export { applyBiquad, type Biquad } from './biquad.ts';
export {
  bringToLoudness,
  fromDecibels,
  toDecibels,
} from './bring-to-loudness.ts';
export { between, type Chance, createChance, gaussian, pick, seedFrom } from './chance.ts';
export { type Ducking, duckingGains, duckUnder } from './ducking.ts';
export { fadeEdges, seamlessLoop } from './edges.ts';
export { createFourier } from './fourier.ts';
export { halveRate, lowPass } from './halve-rate.ts';
export { joinSamples } from './join-samples.ts';
export { limitingCurve, limitPeaks, limitTogether, scaled } from './limiter.ts';
export { integratedLoudness, loudnessOf, STEPS_PER_SECOND } from './loudness.ts';
export { createLoudnessMeter, type LoudnessMeter, loudnessOfSteps } from './loudness-meter.ts';
export { type Band, hertzBands, melBands, slaneyBands } from './mel-bands.ts';
export { PITCHES_PER_SECOND, pitchesOf, voiceSeconds } from './pitch.ts';
export { createPowerSpectrum } from './power-spectrum.ts';
export { resampled } from './resample.ts';
export { createResampler } from './stream-resample.ts';
export { truePeak } from './true-peak.ts';
export { hannWindow } from './windows.ts';
