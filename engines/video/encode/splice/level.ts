/** Limits of H.264's levels: macroblocks per second, per picture and in references, and macroblocks for each slice. */
const LEVELS = [
  { level: 30, perSecond: 40_500, perPicture: 1_620, references: 8_100, perSlice: 22 },
  { level: 31, perSecond: 108_000, perPicture: 3_600, references: 18_000, perSlice: 60 },
  { level: 32, perSecond: 216_000, perPicture: 5_120, references: 20_480, perSlice: 60 },
  { level: 40, perSecond: 245_760, perPicture: 8_192, references: 32_768, perSlice: 60 },
  { level: 42, perSecond: 522_240, perPicture: 8_704, references: 34_816, perSlice: 60 },
  { level: 50, perSecond: 589_824, perPicture: 22_080, references: 110_400, perSlice: 60 },
  { level: 51, perSecond: 983_040, perPicture: 36_864, references: 184_320, perSlice: 60 },
];

type Stream = { macroblocks: number; framesPerSecond: number; references: number; slices: number };

/** The lowest level that allows such pictures, times ten. */
export function leastLevel({ macroblocks, framesPerSecond, references, slices }: Stream): number {
  const fits = LEVELS.find(
    (one) =>
      macroblocks <= one.perPicture &&
      macroblocks * framesPerSecond <= one.perSecond &&
      macroblocks * references <= one.references &&
      slices * framesPerSecond * one.perSlice <= one.perSecond,
  );
  if (!fits) throw new Error(`no level of H.264 allows ${macroblocks} macroblocks in ${slices} slices`);
  return fits.level;
}
