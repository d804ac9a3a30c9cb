export type Size = { width: number; height: number };

/** Position of a presenter's canvas in a frame: frame = origin + scale × canvas. */
export type Placement = { scale: number; originX: number; originY: number };

/** Share of the canvas that must be visible. A portrait-format video may crop the shoulders. */
const LEAST_WIDTH_SHARE = 0.72;

/** Centres the person and aligns the bottom of the canvas with the bottom of the frame. */
export function placeInFrame(canvas: Size, frame: Size): Placement {
  const scale = Math.min(frame.height / canvas.height, frame.width / (canvas.width * LEAST_WIDTH_SHARE));
  return {
    scale,
    originX: (frame.width - scale * canvas.width) / 2,
    originY: frame.height - scale * canvas.height,
  };
}
