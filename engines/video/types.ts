import type { MouthTrack } from '../lipsync/index.ts';

/** How a clip is fitted to a sound of another length. The first is the default, except for avatars, which loop. */
export const SYNC_MODES = ['cut_off', 'loop', 'bounce', 'silence', 'remap'] as const;

export type SyncMode = (typeof SYNC_MODES)[number];

export type Background =
  | { kind: 'scene'; scene: 'studio' | 'office' }
  /** `#rrggbb` */
  | { kind: 'colour'; colour: string }
  | { kind: 'image'; path: string };

export type Picture =
  | { kind: 'presenter'; presenterId: string; background: Background }
  /** `face` is an index from the left, from 0, in the still or in the first frame with faces. Default: the largest face. */
  | { kind: 'image'; path: string; face?: number | undefined }
  | {
      kind: 'video';
      path: string;
      face?: number | undefined;
      /** If given, each turn moves the face of its speaker; otherwise one face moves in all of them. */
      turns?: readonly Turn[] | undefined;
      syncMode: SyncMode;
    };

/** Times are in seconds of the clip. */
export type TimeSpan = { start: number; end: number };

/** A line: when it is heard in the clip's own sound, and when what replaces it is said. */
export type Turn = { speaker: string; heard: TimeSpan; said: TimeSpan };

export type RenderRequest = {
  picture: Picture;
  /** Any audio file that ffmpeg reads. */
  audioPath: string;
  /** Mouth movement on the timeline of that audio. */
  mouth: MouthTrack;
  /** Length of the shorter side: 480, 720 or 1080. The video is never larger than an uploaded source, and its sides are even. */
  height: number;
  audioKbps: number;
  /** A longer video is refused. Encoder padding of up to a tenth of a second is cut instead. */
  maxSeconds: number;
  /** The language of the label that says that the film was made with AI. Without it there is none. */
  label?: string | undefined;
  /** Private to this render. Results are written here. */
  folder: string;
};

export type Preparing = Pick<RenderRequest, 'picture' | 'height'>;

export type RenderStage = 'preparing' | 'tracking' | 'rendering' | 'encoding';

type RenderOptions = {
  signal?: AbortSignal | undefined;
  /** `share` is of the whole render, 0 to 1, and never decreases. */
  onProgress?: ((stage: RenderStage, share: number) => void) | undefined;
};

/** Passed to a renderer together with its request. */
export type RenderContext = {
  signal: AbortSignal;
  /** `share` is of the whole render and never decreases. May be called for every frame. */
  report(stage: RenderStage, share: number): void;
};

export type RenderedVideo = {
  /** MP4 with H.264 and AAC, faststart. Sound and picture end within a frame of each other. */
  videoPath: string;
  /** JPEG. */
  thumbnailPath: string;
  durationSeconds: number;
  width: number;
  height: number;
  fps: number;
  /** Only the video of a clip has these. */
  faces?: FacesMoved | undefined;
};

export type FacesMoved = {
  /** Most faces that are seen in one picture. */
  seen: number;
  /** Whose faces were moved, where turns were given. */
  speakers: string[];
};

/** Errors in the customer's file (no face, unreadable, too long) are `DomainError`s of kind `invalid`. */
export type VideoEngine = {
  presenters: readonly Presenter[];
  /**
   * Loads what a film of this picture needs, while its sound is made. The next render by the same process finds it. If it
   * fails, so does the render.
   */
  prepare(request: Preparing, options?: Pick<RenderOptions, 'signal'>): Promise<void>;
  render(request: RenderRequest, options?: RenderOptions): Promise<RenderedVideo>;
  close(): Promise<void>;
};

export type Presenter = {
  id: string;
  name: string;
  gender: 'female' | 'male';
  age: 'young' | 'middle' | 'old';
  /** Appearance, in words a customer would search for. */
  description: string;
  /** Paths of the same picture, stored next to the sprites. */
  thumbnails: { jpeg: string; webp: string };
};
