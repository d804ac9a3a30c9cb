/** Minimal reader for Kaldi's binary files: plain-text tags, followed by numbers, vectors and matrices. */

/** Row-major. */
export type Matrix = { rows: number; columns: number; values: Float32Array };

const INT32_BYTES = 4;

/** A file of one matrix. */
export function readMatrixFile(file: Buffer): Matrix {
  if (file.toString('latin1', 0, 2) !== '\0B') throw new Error('not a binary Kaldi file');
  return matrixAt(file, 2);
}

/** A file of one vector, as text: ` [ 1.5 -2 ]`. */
export function readTextVector(text: string): Float32Array {
  const inside = /^\s*\[([^\]]*)\]\s*$/u.exec(text)?.[1];
  if (inside === undefined) throw new Error('not a Kaldi text vector');
  const values = inside.trim().split(/\s+/u).map(Number);
  if (values.some((value) => !Number.isFinite(value)))
    throw new Error('a vector contains a value that is not a number');
  return Float32Array.from(values);
}

/** Reads the values after the tags of one component, such as `<LinearParams>` of `tdnn1.affine`. */
export function componentOf(network: Buffer, name: string) {
  const start = network.indexOf(`<ComponentName> ${name} `);
  if (start < 0) throw new Error(`the network has no component ${name}`);
  const next = network.indexOf('<ComponentName> ', start + 1);
  const end = next < 0 ? network.length : next;
  const behind = (tag: string): number => {
    const at = network.indexOf(`<${tag}> `, start);
    if (at < 0 || at >= end) throw new Error(`${name} has no ${tag}`);
    return at + tag.length + 3;
  };
  return {
    matrix: (tag: string) => matrixAt(network, behind(tag)),
    vector: (tag: string) => vectorAt(network, behind(tag)),
    /** A float, preceded by one byte that gives its width. */
    number: (tag: string) => network.readFloatLE(behind(tag) + 1),
  };
}

function matrixAt(bytes: Buffer, at: number): Matrix {
  expectMark(bytes, at, 'FM ');
  const rows = sizeAt(bytes, at + 3);
  const columns = sizeAt(bytes, at + 3 + 1 + INT32_BYTES);
  return { rows, columns, values: floatsAt(bytes, at + 3 + 2 * (1 + INT32_BYTES), rows * columns) };
}

function vectorAt(bytes: Buffer, at: number): Float32Array {
  expectMark(bytes, at, 'FV ');
  return floatsAt(bytes, at + 3 + 1 + INT32_BYTES, sizeAt(bytes, at + 3));
}

function expectMark(bytes: Buffer, at: number, mark: string): void {
  const found = bytes.toString('latin1', at, at + mark.length);
  if (found !== mark) throw new Error(`expected "${mark}" at byte ${at}`);
}

function sizeAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== INT32_BYTES) throw new Error(`expected a four-byte size at byte ${at}`);
  return bytes.readInt32LE(at + 1);
}

function floatsAt(bytes: Buffer, at: number, count: number): Float32Array {
  if (count < 0 || at + count * 4 > bytes.length) throw new Error('the file ends inside its numbers');
  // A copy, because a Float32Array must start at a multiple of four bytes.
  const from = bytes.byteOffset + at;
  return new Float32Array(bytes.buffer.slice(from, from + count * 4));
}
