import { readFileSync } from 'node:fs';

/** The parts of the standard that we use. TypeScript has them only among the types of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory;
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: Record<string, Record<string, object>>,
  ) => { exports: Record<string, unknown> };
};

export type Memory = { readonly buffer: ArrayBuffer };

const PAGE_BYTES = 65_536;
const VECTOR_BYTES = 16;

/** Arrays in one memory. All are placed before it is opened, because a memory that grows loses its views. */
export type Layout = {
  /** Returns the address. */
  place(bytes: number): number;
  open(): Memory;
};

export function createLayout(): Layout {
  // Vectors may start before an array or end after it.
  let end = VECTOR_BYTES;
  return {
    place(bytes) {
      const address = end;
      end += Math.ceil(bytes / VECTOR_BYTES) * VECTOR_BYTES;
      return address;
    },
    open: () => openMemory(end + VECTOR_BYTES),
  };
}

export function openMemory(bytes: number): Memory {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
}

/** The exports of `kernels.wasm`. Numbers are addresses, lengths and fractions, see the AssemblyScript in `kernels`. */
export type Kernels = Record<
  | 'drawColourPoints'
  | 'drawCubicPoints'
  | 'drawCubicRows'
  | 'drawLinearRows'
  | 'drawTriangles'
  | 'movePixels'
  | 'placeVertices'
  | 'warpPoints',
  (...numbers: number[]) => void
>;

const MODULE = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));

/** Kernels that draw in this memory. */
export function startKernels(memory: Memory): Kernels {
  return new WebAssembly.Instance(MODULE, { env: { memory } }).exports as Kernels;
}
