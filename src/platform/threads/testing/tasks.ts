import { threadId } from 'node:worker_threads';
import { DomainError } from '../../errors.ts';
import { defineTask } from '../task.ts';

const HERE = new URL(import.meta.url);

export const double = defineTask<typeof doubled>(HERE, 'doubled');
export const spin = defineTask<typeof spun>(HERE, 'spun');
export const hoard = defineTask<typeof hoarded>(HERE, 'hoarded');
export const keep = defineTask<typeof kept>(HERE, 'kept');
export const refuse = defineTask<typeof refused>(HERE, 'refused');
export const fail = defineTask<typeof failed>(HERE, 'failed');
export const leave = defineTask<typeof left>(HERE, 'left');
export const backtrack = defineTask<typeof backtracked>(HERE, 'backtracked');
export const wait = defineTask<typeof waited>(HERE, 'waited');

export function doubled(n: number): { result: number; threadId: number } {
  return { result: 2 * n, threadId };
}

/** Never ends. */
export function spun(_: null): boolean {
  for (;;);
}

export function backtracked(_: null): boolean {
  return /^(a+)+$/.test(`${'a'.repeat(60)}!`);
}

export function hoarded(_: null): never {
  for (;;) kept(1);
}

const held: number[][] = [];

/** Takes memory that it never gives back, and answers how much that is so far. */
export function kept(megabytes: number): number {
  for (let i = 0; i < megabytes; i++) held.push(new Array<number>(125_000).fill(0.5));
  return held.length;
}

export function refused(what: string): never {
  throw new DomainError({ kind: 'invalid', code: 'invalid_flow', public: what, detail: [] });
}

export function failed(what: string): never {
  throw new TypeError(what);
}

export function left(_: null): never {
  process.exit(3);
}

/** Until somebody else writes into the shared memory. */
export function waited(shared: SharedArrayBuffer): number {
  const cell = new Int32Array(shared);
  Atomics.wait(cell, 0, 0);
  return cell[0] ?? 0;
}
