import type { Landmark } from './landmarks.ts';

const BYTES_EACH = 8;

/** Code and frame, four bytes each. */
export function landmarkBytes(landmarks: readonly Landmark[]): Buffer {
  const bytes = Buffer.alloc(landmarks.length * BYTES_EACH);
  for (const [i, { code, frame }] of landmarks.entries()) {
    bytes.writeInt32LE(code, i * BYTES_EACH);
    bytes.writeInt32LE(frame, i * BYTES_EACH + 4);
  }
  return bytes;
}

export function landmarksIn(bytes: Uint8Array): Landmark[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: Math.floor(view.length / BYTES_EACH) }, (_, i) => ({
    code: view.readInt32LE(i * BYTES_EACH),
    frame: view.readInt32LE(i * BYTES_EACH + 4),
  }));
}
