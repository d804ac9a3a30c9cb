import type { MouthTrack } from '../lipsync/index.ts';

/** How a clip and a sound of different lengths come together; the first is the default. */
export const SYNC_MODES = ['cut_off', 'loop', 'bounce', 'silence', 'remap'] as const;

export type SyncMode = (typeof SYNC_MODES)[number];

export type Background =
  | { kind: 'scene'; scene: 'studio' | 'office' }
  /** `#rrggbb` */
  | { kind: 'colour'; colour: string }
  | { kind: 'image'; path: string };

export type Picture =
  | { kind: 'presenter'; presenterId: string; background: Background }
  /** `face` counts from the left, from 0, in the still or in the first frame that shows faces; absent: the largest. */
  | { kind: 'image'; path: string; face?: number | undefined }
  | { kind: 'video'; path: string; face?: number | undefined; syncMode: SyncMode };

export type RenderRequest = {
  picture: Picture;
  /** Any sound that ffmpeg reads; what is heard. */
  audioPath: string;
  /** What the mouth does, on the time line of that sound. */
  mouth: MouthTrack;
  /** Of the shorter side's class: 480, 720 or 1080. Never larger than an uploaded source, never odd. */
  height: number;
  audioKbps: number;
  /** A longer video is refused. Encoder padding of up to a tenth of a second is cut instead. */
  maxSeconds: number;
  /** Private to this render; the results lie in it. */
  folder: string;
};

export type RenderStage = 'preparing' | 'tracking' | 'rendering' | 'encoding';

export type RenderOptions = {
  signal?: AbortSignal | undefined;
  /** `share` is of the whole render, 0 to 1, and never falls. */
  onProgress?: ((stage: RenderStage, share: number) => void) | undefined;
};

/** What a renderer is given beside its request. */
export type RenderContext = {
  signal: AbortSignal;
  /** `share` is of the whole render and never falls; may be called for every frame. */
  report(stage: RenderStage, share: number): void;
};

export type RenderedVideo = {
  /** H.264 and AAC in MP4, faststart; sound and picture end within a frame of each other. */
  videoPath: string;
  /** JPEG. */
  thumbnailPath: string;
  durationSeconds: number;
  width: number;
  height: number;
  fps: number;
};

/** Faults of the customer's file (no face, unreadable, too long) are `DomainError`s of kind `invalid`. */
export type VideoEngine = {
  presenters: readonly Presenter[];
  render(request: RenderRequest, options?: RenderOptions): Promise<RenderedVideo>;
  close(): Promise<void>;
};

export type Presenter = {
  id: string;
  name: string;
  gender: 'female' | 'male';
  age: 'young' | 'middle' | 'old';
  /** What can be seen, in words a customer would search for. */
  description: string;
  /** Beside the sprites; JPEG. */
  thumbnailPath: string;
};
