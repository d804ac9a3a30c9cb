/** Bytes that all threads share without copying. */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedNumbers(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
}

/** Size of an I420 picture. */
export function frameBytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}
