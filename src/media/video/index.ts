export { checkVideo, DEFAULT_VOICE, readScript } from './check-video.ts';
export { type DisclosureRule, type FilmDisclosure, filmDisclosureOf, labelOf } from './disclosure.ts';
export { enqueueVideo, enqueueVideos, type NamedQuote } from './enqueue-video.ts';
export { FaceConsentField, faceConsentRoutes } from './face-consent.ts';
export {
  avatarFrom,
  DEFAULT_AVATAR,
  findAvatar,
  inputFrom,
  mayBeClip,
  type VideoMedia,
} from './find-avatar.ts';
export { completedValues, LIPSYNC_DETAILS, VIDEO_COMPLETED, VIDEO_FAILED, VIDEO_KIND } from './kind.ts';
export {
  chooseLipsync,
  type IsOffered,
  lipsyncMissing,
  listLipsyncModels,
} from './lipsync-models.ts';
export {
  quoteVideo,
  type VideoDeps,
  type VideoQuote,
} from './quote-video.ts';
export {
  createVideoRunner,
  lipsyncCapabilities,
  REMOTE_VOICES,
  remoteVoiceCapabilities,
} from './render-video.ts';
export { videoRoutes } from './routes.ts';
export { AvatarRequestSchema, FilmDisclosureField, VideoModel, WebhookUrl } from './schemas.ts';
export { scriptSpeechRoutes } from './speech-routes.ts';
export { allowedSeconds, LONGEST_SECONDS, speechSeconds } from './video-length.ts';
export { INPUTS } from './video-request.ts';
export { isNeural, mouthFromFile } from './video-sound.ts';
