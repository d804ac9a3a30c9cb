export { halveRate, lowPass } from './halve-rate.ts';
export { joinSamples } from './join-samples.ts';
export { type Band, hertzBands, melBands, slaneyBands } from './mel-bands.ts';
export { PITCHES_PER_SECOND, pitchesOf, voiceSeconds } from './pitch.ts';
export { createPowerSpectrum } from './power-spectrum.ts';
export { resampled } from './resample.ts';
export { hannWindow } from './windows.ts';
