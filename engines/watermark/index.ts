export {
  AS_IT_IS,
  MARK_CONFIG,
  type MarkConfig,
  type MarkSettings,
  type Marks,
  markSettings,
  openMarks,
} from './marks.ts';
export { createWatermarkEngine, type WatermarkEngine } from './watermark-engine.ts';
