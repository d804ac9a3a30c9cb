export { MediaTooLong, ProbeMissing } from './errors.ts';
export {
  createProbe,
  type Media,
  type MediaKind,
  type ProbeMedia,
  type ProbeOptions,
} from './probe-media.ts';
