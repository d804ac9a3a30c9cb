import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHASES } from './layout.ts';
import { cubicAt, linearAt } from './resample.ts';
import { createCubicRows, createLinearRows, type Turn } from './turned-rows.ts';

const WIDTH = 64;
const HEIGHT = 40;
/** A repeatable picture of hard edges, where cubic samples exceed the range of a byte. */
const picture = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
  (i * 7919) % 97 < 48 ? 255 : (i * 31) % 40,
);
const share = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => ((i * 13) % 101) / 100);
const rows = Array.from({ length: HEIGHT }, (_, row) => ({ row, from: 3, to: WIDTH - 2 }));

const plane = { share, rows, width: WIDTH, height: HEIGHT, unseen: 1 / 32 };
const turns: Turn[] = [
  { x: 30, y: 25, right: 1.7, down: -2.3, along: 0.02, across: 0.015 },
  { x: 30, y: 25, right: -40, down: 30, along: -0.3, across: 0.4 },
  { x: 0, y: 0, right: 0.02, down: 0, along: 0, across: 0 },
];

for (const turn of turns) {
  const where = `shifted by ${turn.right} and ${turn.down}`;
  test(`cubic: the same pixels as cubicAt, ${where}`, () => {
    const cubic = createCubicRows(plane);
    cubic.source.set(picture);
    cubic.target.set(picture);
    cubic.draw(turn);
    const expected = drawn(picture, turn, (fineX, fineY, own) => {
      const left = fineX >> 7;
      const top = fineY >> 7;
      if (left < 1 || top < 1 || left > WIDTH - 3 || top > HEIGHT - 3) return own;
      return Math.max(0, Math.min(255, cubicAt(picture, WIDTH, HEIGHT, fineX, fineY)));
    });
    assert.deepEqual(Buffer.from(cubic.target), Buffer.from(expected));
  });

  test(`linear: the same pixels of both planes as linearAt, ${where}`, () => {
    const linear = createLinearRows(plane);
    const other = picture.map((value) => 255 - value);
    linear.source.set([...picture, ...other]);
    linear.target.set(linear.source);
    linear.draw(turn);
    const expected = [picture, other].map((one) =>
      drawn(one, turn, (fineX, fineY) => linearAt(one, WIDTH, HEIGHT, fineX, fineY)),
    );
    assert.deepEqual(Buffer.from(linear.target), Buffer.concat(expected));
  });
}

/** WebAssembly computes with 32 bits. */
const f = Math.fround;
const fineOf = (place: number, moved: number): number =>
  place * PHASES + Math.floor(f(0.5 - f(moved * PHASES)));

type Sample = (fineX: number, fineY: number, own: number) => number;

function drawn(from: Uint8Array, turn: Turn, sample: Sample): Uint8Array {
  const target = from.slice();
  for (const { row, from: first, to } of rows)
    for (let column = first; column < to; column += 1) {
      const at = row * WIDTH + column;
      const weight = share[at] as number;
      const x = f(column - turn.x);
      const y = f(row - turn.y);
      const rowX = f(f(turn.right) - f(y * f(turn.across)));
      const rowY = f(f(turn.down) + f(y * f(turn.along)));
      const dx = f(weight * f(rowX + f(x * f(turn.along))));
      const dy = f(weight * f(rowY + f(x * f(turn.across))));
      if (f(Math.abs(dx) + Math.abs(dy)) < plane.unseen) continue;
      const fineX = fineOf(column, dx);
      const fineY = fineOf(row, dy);
      target[at] = sample(fineX, fineY, target[at] as number);
    }
  return target;
}
