/**
 * A signed file is written from pieces: new bytes, ranges of the source, and one gap that the manifest store fills later. The hash
 * covers all but the gap, so that a film of an hour passes through once and never lies in memory.
 */
export type Piece =
  | { bytes: Buffer; hashed: boolean; marksOffset?: boolean }
  | { from: number; to: number; hashed: boolean; marksOffset?: boolean }
  | { gap: number };

export type Layout = {
  binding: 'data' | 'bmff';
  pieces: readonly Piece[];
};

/** The content types that can carry a manifest. */
export type Carrier = 'audio/wav' | 'audio/mpeg' | 'audio/flac' | 'audio/mp4' | 'video/mp4';

/** The file is not built as this service builds such files. Its manifest must lie beside it. */
export class CannotCarry extends Error {}
