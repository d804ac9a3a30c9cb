/** Writes Kaldi's binary format. */
export function matrix(rows: readonly (readonly number[])[]): Buffer {
  const sizes = [int32(rows.length), int32(rows[0]?.length ?? 0)];
  return Buffer.concat([Buffer.from('FM '), ...sizes, floats(rows.flat())]);
}

export function vector(values: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from('FV '), int32(values.length), floats(values)]);
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(5, 4);
  bytes.writeInt32LE(value, 1);
  return bytes;
}

export function floats(values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer);
}
