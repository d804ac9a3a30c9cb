/** Vertices of a surface in every pose, and its triangles. Lengths are in pixels of the crop. */
export type Mesh = {
  vertices: number;
  poses: PosedVertices[];
  /** Three vertices each. */
  corners: Uint16Array;
  /** Layer of each triangle: skin, teeth … */
  layers: Uint8Array;
};

export type PosedVertices = {
  x: Float32Array;
  y: Float32Array;
  /** Small is near. */
  z: Float32Array;
  /** Visibility to the camera, 0 to 1. */
  visible: Float32Array;
};

const MAGIC = 'VHPM';
const VERSION = 1;
const UNITS_PER_PIXEL = 16;
/** Vertices may be this far outside the crop. */
const MARGIN_PIXELS = 64;
const PADDED_TO_BYTES = 4;

/** Reads all meshes of a `mesh.bin`. The layout is in assets/presenters/README.md. */
export function readMeshes(file: Buffer): Mesh[] {
  const reader = createReader(file);
  const header = reader.take(8);
  if (header.toString('latin1', 0, 4) !== MAGIC || header.readUInt16LE(4) !== VERSION)
    throw new Error('not a presenter mesh');
  return Array.from({ length: header.readUInt16LE(6) }, () => readMesh(reader));
}

function readMesh(reader: Reader): Mesh {
  const header = reader.take(20);
  const poses = header.readUInt32LE(0);
  const vertices = header.readUInt32LE(4);
  const triangles = header.readUInt32LE(8);
  const corners = reader.words(3 * triangles);
  if (corners.some((vertex) => vertex >= vertices)) throw new Error('a triangle refers to a missing vertex');
  const layers = reader.take(triangles);
  return {
    vertices,
    corners,
    layers,
    poses: Array.from({ length: poses }, () => readPose(reader, vertices)),
  };
}

function readPose(reader: Reader, vertices: number): PosedVertices {
  const [x, y, z] = [0, 1, 2].map(() => new Float32Array(reader.words(vertices)));
  const visible = new Float32Array(reader.take(vertices));
  if (!x || !y || !z) throw new Error('a pose has no vertices');
  for (let v = 0; v < vertices; v += 1) {
    x[v] = (x[v] as number) / UNITS_PER_PIXEL - MARGIN_PIXELS;
    y[v] = (y[v] as number) / UNITS_PER_PIXEL - MARGIN_PIXELS;
    visible[v] = (visible[v] as number) / 255;
  }
  return { x, y, z, visible };
}

type Reader = { take(bytes: number): Buffer; words(count: number): Uint16Array };

function createReader(file: Buffer): Reader {
  let at = 0;
  function take(bytes: number): Buffer {
    const part = file.subarray(at, at + bytes);
    if (part.length !== bytes) throw new Error('the mesh is truncated');
    at += Math.ceil(bytes / PADDED_TO_BYTES) * PADDED_TO_BYTES;
    return part;
  }
  return {
    take,
    words(count) {
      const bytes = take(2 * count);
      const words = new Uint16Array(count);
      for (let i = 0; i < count; i += 1) words[i] = bytes.readUInt16LE(2 * i);
      return words;
    },
  };
}
