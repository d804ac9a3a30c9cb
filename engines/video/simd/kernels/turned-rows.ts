import { PHASE_BITS, PHASES, RUN_BYTES } from '../layout';
import { drawCubic } from './cubic-sample';
import { clampedTo, fractionsOf, linearSamples, pairsOf, texelsAt } from './linear-sample';

const PIXELS = 4;

/** Draws the moved pixels of runs like `cubicAt`. */
export function drawCubicRows(
  run: i32, end: i32, source: i32, width: i32, height: i32, share: i32, target: i32, unseen: f32,
  x: f32, y: f32, right: f32, down: f32, along: f32, across: f32,
): void {
  for (; run < end; run += RUN_BYTES) {
    const to = load<i32>(run, 8);
    drawCubicRow(
      source, width, height, share, target, load<i32>(run), load<i32>(run, 4), to,
      x, y, right, down, along, across, unseen,
    );
  }
}

/** Draws the moved pixels of runs of two planes, one behind the other, like `linearAt`. */
export function drawLinearRows(
  run: i32, end: i32, source: i32, width: i32, height: i32, share: i32, target: i32, unseen: f32,
  x: f32, y: f32, right: f32, down: f32, along: f32, across: f32,
): void {
  for (; run < end; run += RUN_BYTES) {
    const to = load<i32>(run, 8);
    drawLinearRow(
      source, width, height, share, target, load<i32>(run), load<i32>(run, 4), to,
      x, y, right, down, along, across, unseen,
    );
  }
}

function drawCubicRow(
  source: i32, width: i32, height: i32, share: i32, target: i32, row: i32, column: i32, end: i32,
  x: f32, y: f32, right: f32, down: f32, along: f32, across: f32, unseen: f32,
): void {
  const rowX = startX(row, y, right, across);
  const rowY = startY(row, y, down, along);
  for (let pixel = row * width + column; column < end; column += PIXELS, pixel += PIXELS) {
    const weight = v128.load(share + (pixel << 2));
    const dx = movedBy(weight, rowX, along, column, x);
    const dy = movedBy(weight, rowY, across, column, x);
    const xs = fineAt(columnsFrom(column), dx);
    const ys = fineAt(i32x4.splat(row), dy);
    const drawn = drawnBits(end - column, dx, dy, unseen);
    drawCubic(drawn, target + pixel, source, width, height, xs, ys);
  }
}

function drawLinearRow(
  source: i32, width: i32, height: i32, share: i32, target: i32, row: i32, column: i32, end: i32,
  x: f32, y: f32, right: f32, down: f32, along: f32, across: f32, unseen: f32,
): void {
  const plane = width * height;
  const rowX = startX(row, y, right, across);
  const rowY = startY(row, y, down, along);
  for (let pixel = row * width + column; column < end; column += PIXELS, pixel += PIXELS) {
    const weight = v128.load(share + (pixel << 2));
    const dx = movedBy(weight, rowX, along, column, x);
    const dy = movedBy(weight, rowY, across, column, x);
    const xs = clampedTo(width, PHASE_BITS, fineAt(columnsFrom(column), dx));
    const ys = clampedTo(height, PHASE_BITS, fineAt(i32x4.splat(row), dy));
    const texels = texelsAt(source, width, PHASE_BITS, xs, ys);
    const pairs = pairsOf(PHASE_BITS, xs);
    const lower = fractionsOf(PHASE_BITS, ys);
    const first = linearSamples(texels, 0, width, PHASE_BITS, pairs, lower);
    const second = linearSamples(texels, plane, width, PHASE_BITS, pairs, lower);
    const drawn = drawnBits(end - column, dx, dy, unseen);
    const at = target + pixel;
    if (drawn & 1) drawTwo(at, plane, i32x4.extract_lane(first, 0), i32x4.extract_lane(second, 0));
    if (drawn & 2) drawTwo(at + 1, plane, i32x4.extract_lane(first, 1), i32x4.extract_lane(second, 1));
    if (drawn & 4) drawTwo(at + 2, plane, i32x4.extract_lane(first, 2), i32x4.extract_lane(second, 2));
    if (drawn & 8) drawTwo(at + 3, plane, i32x4.extract_lane(first, 3), i32x4.extract_lane(second, 3));
  }
}

/** How far a row's pixels move across and down, but for what depends on the column. */
@inline
function startX(row: i32, y: f32, right: f32, across: f32): v128 {
  return f32x4.splat(right - (<f32>row - y) * across);
}

@inline
function startY(row: i32, y: f32, down: f32, along: f32): v128 {
  return f32x4.splat(down + (<f32>row - y) * along);
}

@inline
function columnsFrom(column: i32): v128 {
  return i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3));
}

@inline
function movedBy(weight: v128, start: v128, turn: f32, column: i32, x: f32): v128 {
  const fromX = f32x4.sub(f32x4.convert_i32x4_s(columnsFrom(column)), f32x4.splat(x));
  return f32x4.mul(weight, f32x4.add(start, f32x4.mul(fromX, f32x4.splat(turn))));
}

/** Positions in `PHASES` of what moves to these places. */
@inline
function fineAt(places: v128, moved: v128): v128 {
  const back = f32x4.floor(f32x4.sub(f32x4.splat(0.5), f32x4.mul(moved, f32x4.splat(<f32>PHASES))));
  return i32x4.add(i32x4.shl(places, PHASE_BITS), i32x4.trunc_sat_f32x4_s(back));
}

/** A bit for each pixel that is in the row and has moved visibly. */
@inline
function drawnBits(left: i32, dx: v128, dy: v128, unseen: f32): i32 {
  const moved = f32x4.add(f32x4.abs(dx), f32x4.abs(dy));
  const isSeen = f32x4.ge(moved, f32x4.splat(unseen));
  return i32x4.bitmask(v128.and(isSeen, i32x4.gt_s(i32x4.splat(left), i32x4(0, 1, 2, 3))));
}

@inline
function drawTwo(target: i32, plane: i32, first: i32, second: i32): void {
  store<u8>(target, first);
  store<u8>(target + plane, second);
}
