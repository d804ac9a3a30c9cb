/** How arrays lie in a kernel's memory. TypeScript and AssemblyScript both compile this file, so it has only integers. */

/** Positions in a picture are in 256ths of a texel. A sprite's texel is luma, two colours and an unused byte. */
export const FINE_BITS = 8;
export const FINE = 1 << FINE_BITS;
export const TEXEL_BYTES = 4;

/** Corners of triangles are on a grid of 16ths of a pixel. */
export const STEP_BITS = 4;
export const STEPS = 1 << STEP_BITS;
/** A vertex takes a vector: x, y, depth and one more. */
export const VERTEX_BYTES = 16;
/** A triangle: three vertices, whether it is behind the lips (16 bits each), then a bit for each pose that moves it. */
export const TRIANGLE_BYTES = 12;
/** A pose of the blend: the address of its vertices, and its weight. */
export const BLENDED_BYTES = 8;
/** A run of pixels in a row: row, first column, end column (exclusive), and whether the background may be visible. */
export const RUN_BYTES = 16;

/** A placement's vectors: the first three move the head, then two map the canvas to the frame, then come the bounds. */
export const PLACEMENT_SHIFT = 0;
export const PLACEMENT_X = 16;
export const PLACEMENT_Y = 32;
export const PLACEMENT_SCALE = 48;
export const PLACEMENT_ORIGIN = 64;
export const PLACEMENT_LEAST = 80;
export const PLACEMENT_MOST = 96;
export const PLACEMENT_BYTES = 112;

/** Fixed-point fractions of a pixel, for portraits and clips. */
export const PHASE_BITS = 7;
export const PHASES = 1 << PHASE_BITS;
/** Cubic weights at the beginning of a memory: for two rows at once across, and for four rows down. */
export const ACROSS_BYTES = 16;
export const DOWN_BYTES = 32;
export const ACROSS_AT = 0;
export const DOWN_AT = PHASES * ACROSS_BYTES;
export const WEIGHTS_BYTES = DOWN_AT + PHASES * DOWN_BYTES;
