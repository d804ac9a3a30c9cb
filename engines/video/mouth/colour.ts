import { CONTOURS, SKIN } from '../face/places.ts';
import { sampleLinear } from '../simd/resample.ts';
import type { Frame } from '../source/frame.ts';

export type Colour = { luma: number; blue: number; red: number };

export const BLACK_LUMA = 16;
const NO_COLOUR = 128;

const LIP_PLACES = [...CONTOURS.lowerLipOuter.slice(3, 8), ...CONTOURS.lowerLipInner.slice(3, 8)];

export function colourAt({ width, height, luma, blue, red }: Frame, x: number, y: number): Colour {
  const chroma = (plane: Uint8Array): number =>
    sampleLinear(plane, width / 2, height / 2, x / 2 - 0.25, y / 2 - 0.25);
  return { luma: sampleLinear(luma, width, height, x, y), blue: chroma(blue), red: chroma(red) };
}

export function skinColour(frame: Frame, points: Float32Array): Colour {
  return median(SKIN.map((place) => atLandmark(frame, points, place)));
}

/** Samples the lip between the edges of the lower one. */
export function lipColour(frame: Frame, points: Float32Array): Colour {
  return median(LIP_PLACES.map((place) => atLandmark(frame, points, place)));
}

export function mix(a: Colour, b: Colour, share: number): Colour {
  return {
    luma: a.luma + (b.luma - a.luma) * share,
    blue: a.blue + (b.blue - a.blue) * share,
    red: a.red + (b.red - a.red) * share,
  };
}

/** Darker and, as in a shadow, less saturated. */
export function shaded({ luma, blue, red }: Colour, light: number): Colour {
  const chroma = Math.sqrt(light);
  return {
    luma: BLACK_LUMA + (luma - BLACK_LUMA) * light,
    blue: NO_COLOUR + (blue - NO_COLOUR) * chroma,
    red: NO_COLOUR + (red - NO_COLOUR) * chroma,
  };
}

function atLandmark(frame: Frame, points: Float32Array, place: number): Colour {
  return colourAt(frame, (points[place * 3] ?? 0) - 0.5, (points[place * 3 + 1] ?? 0) - 0.5);
}

function median(colours: readonly Colour[]): Colour {
  const of = (key: keyof Colour): number =>
    colours.map((colour) => colour[key]).toSorted((a, b) => a - b)[colours.length >> 1] ?? NO_COLOUR;
  return { luma: of('luma'), blue: of('blue'), red: of('red') };
}
