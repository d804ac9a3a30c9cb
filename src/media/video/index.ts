export { inputFrom } from './find-avatar.ts';
export { spokenSeconds } from './length.ts';
export { type AvatarDeps, DEFAULT_VOICE, orderAvatar } from './order-avatar.ts';
export { orderVideo, type VideoDeps, type VideoOrder, type VideoWish } from './order-video.ts';
export { createVideoRunner } from './render-video.ts';
export { type VideoRouteDeps, videoRoutes } from './routes.ts';
export { AvatarRequestSchema, WebhookUrl } from './schemas.ts';
export { takeVideoJob } from './take-job.ts';
export { INPUTS } from './work-order.ts';
