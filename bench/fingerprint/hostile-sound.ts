/** As engines/fingerprint/landmarks.ts builds a code: bins in steps of 3, frames in steps of 2. */
const BINS_A_STEP = 3;
const FRAMES_A_STEP = 2;
const HERTZ_A_BIN = 15.625;
const SECONDS_A_FRAME = 0.016;
const SECONDS = 5.5;
/** As long as a peak needs. */
const TONE_SECONDS = 0.03;
const EVERY_SECONDS = 0.2;

/** Short tones that stand to one another as the peaks of the commonest codes do. */
export function soundOfCommonCodes(codes: readonly number[], rate: number): Float32Array {
  const sound = new Float32Array(Math.ceil(SECONDS * rate));
  for (let n = 0; n * EVERY_SECONDS < SECONDS - 1; n += 1)
    for (const { bin, frames } of tonesOf(codes[n % codes.length] ?? 0))
      addTone(sound, n * EVERY_SECONDS + 0.02 + frames * SECONDS_A_FRAME, bin * HERTZ_A_BIN, rate);
  return sound;
}

function tonesOf(code: number): { bin: number; frames: number }[] {
  const digits: number[] = [];
  let rest = code;
  for (const radix of [32, 128, 32, 128, 128]) {
    digits.unshift(rest % radix);
    rest = Math.floor(rest / radix);
  }
  const [first = 0, second = 0, secondFrames = 0, third = 0, thirdFrames = 0] = digits;
  return [
    { bin: first * BINS_A_STEP + 1, frames: 0 },
    { bin: second * BINS_A_STEP + 1, frames: secondFrames * FRAMES_A_STEP },
    { bin: third * BINS_A_STEP + 1, frames: thirdFrames * FRAMES_A_STEP },
  ];
}

function addTone(sound: Float32Array, start: number, hertz: number, rate: number): void {
  const from = Math.round(start * rate);
  const length = Math.round(TONE_SECONDS * rate);
  for (let i = 0; i < length; i += 1) {
    const shape = Math.sin((Math.PI * i) / length) ** 2;
    const at = from + i;
    sound[at] = (sound[at] ?? 0) + 0.2 * shape * Math.sin((2 * Math.PI * hertz * i) / rate);
  }
}
