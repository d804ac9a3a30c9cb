/** The poses whose sprites colour a face, with their weights. */
export type Colours = { count: number; poses: Uint8Array; weights: Float32Array };

/** Poses that colour a triangle. Geometry uses all poses; a fourth colour costs time and is not visible. */
const MOST_COLOURS = 3;
/** A smaller weight is not visible but costs as much as a large one. */
const UNNOTICED = 0.05;

export function noColours(): Colours {
  return { count: 0, poses: new Uint8Array(MOST_COLOURS), weights: new Float32Array(MOST_COLOURS) };
}

/**
 * The heaviest poses. The weight of the heaviest omitted pose is subtracted from each, so a pose enters and leaves at zero
 * weight and no frame jumps. Writes to `colours`.
 */
export function chooseColours(weights: Float32Array, colours: Colours): Colours {
  const chosen = colours.weights.fill(0);
  let leftOut = UNNOTICED;
  for (let pose = 0; pose < weights.length; pose += 1) {
    let weight = weights[pose] as number;
    let candidate = pose;
    for (let rank = 0; rank < MOST_COLOURS; rank += 1) {
      if (weight <= (chosen[rank] as number)) continue;
      const beaten = chosen[rank] as number;
      const beatenPose = colours.poses[rank] as number;
      chosen[rank] = weight;
      colours.poses[rank] = candidate;
      weight = beaten;
      candidate = beatenPose;
    }
    leftOut = Math.max(leftOut, weight);
  }
  colours.count = 0;
  let sum = 0;
  for (let rank = 0; rank < MOST_COLOURS; rank += 1) {
    const weight = (chosen[rank] as number) - leftOut;
    chosen[rank] = weight;
    if (weight > 0) colours.count = rank + 1;
    sum += Math.max(0, weight);
  }
  for (let rank = 0; rank < colours.count; rank += 1) chosen[rank] = (chosen[rank] as number) / sum;
  return colours;
}
