import { LOUDNESS_RATE } from './loudness.ts';
import { FORMS, type MouthForm } from './mouth-form.ts';
import { type FormCurves, VISEMES } from './types.ts';

/** Limits how far the measured form closes or opens a pose: a wrong estimate must not close the mouth. */
const LEAST_OPENING = 0.55;
const MOST_OPENING = 1.35;
/** The largest share of a pose that spreading or rounding replaces. */
const MOST_SPREAD = 0.25;
/** Smaller differences in spread are ignored. */
const LEAST_DIFFERENCE = 0.05;

const SIL = VISEMES.indexOf('sil');
const SPREAD = VISEMES.indexOf('ih');
const ROUND = VISEMES.indexOf('ou');
const OPENINGS = VISEMES.map((viseme) => openingOf(FORMS[viseme]));
const SPREADS = VISEMES.map((viseme) => spreadOf(FORMS[viseme]));

/** The viseme decides the shape, the measured form how far it goes. Changes `weights`. */
export function shapeTo(form: FormCurves, seconds: number, weights: Float32Array): void {
  const measured = formAt(form, seconds);
  spread(weights, spreadOf(measured));
  open(weights, openingOf(measured));
}

function spread(weights: Float32Array, wanted: number): void {
  const missing = wanted - mixed(weights, SPREADS);
  const amount = Math.max(0, Math.abs(missing) - LEAST_DIFFERENCE) * (1 - (weights[SIL] ?? 0));
  const share = Math.min(MOST_SPREAD, amount / 2);
  scale(weights, 1 - share);
  const towards = missing > 0 ? SPREAD : ROUND;
  weights[towards] = (weights[towards] ?? 0) + share;
}

/** Opens or closes the mouth by changing the share of rest. */
function open(weights: Float32Array, wanted: number): void {
  const opening = mixed(weights, OPENINGS);
  const moving = 1 - (weights[SIL] ?? 0);
  if (opening <= 0 || moving <= 0) return;
  const factor = Math.min(Math.max(wanted / opening, LEAST_OPENING), MOST_OPENING, 1 / moving);
  scale(weights, factor);
  weights[SIL] = 1 - moving * factor;
}

function formAt(form: FormCurves, seconds: number): MouthForm {
  // Each value is for the middle of its 10 ms.
  const place = seconds * LOUDNESS_RATE - 0.5;
  const before = Math.floor(place);
  const part = place - before;
  const read = (curve: Float32Array): number => {
    const at = (i: number): number => curve[Math.min(Math.max(i, 0), curve.length - 1)] ?? 0;
    return at(before) * (1 - part) + at(before + 1) * part;
  };
  return {
    openness: read(form.openness),
    width: read(form.width),
    rounding: read(form.rounding),
    jaw: read(form.jaw),
  };
}

function openingOf({ openness, jaw }: MouthForm): number {
  return (openness + jaw) / 2;
}

function spreadOf({ width, rounding }: MouthForm): number {
  return width - rounding;
}

function mixed(weights: Float32Array, values: readonly number[]): number {
  return values.reduce((sum, value, v) => sum + value * (weights[v] ?? 0), 0);
}

function scale(weights: Float32Array, factor: number): void {
  for (let v = 0; v < weights.length; v += 1) weights[v] = (weights[v] ?? 0) * factor;
}
