export type Size = { width: number; height: number };

/** Where the canvas of a presenter lies in a frame: frame = origin + scale × canvas. */
export type Placement = { scale: number; originX: number; originY: number };

/** How much of the canvas must be in the picture: in an upright video the shoulders may be cut. */
const LEAST_WIDTH_SHARE = 0.72;

/** The person stands in the middle and is cut by the lower edge of the frame, as by that of the canvas. */
export function placeInFrame(canvas: Size, frame: Size): Placement {
  const scale = Math.min(frame.height / canvas.height, frame.width / (canvas.width * LEAST_WIDTH_SHARE));
  return {
    scale,
    originX: (frame.width - scale * canvas.width) / 2,
    originY: frame.height - scale * canvas.height,
  };
}
