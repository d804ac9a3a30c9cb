import { assembleKokoro } from '../../engines/speech/index.ts';
import type { Config } from '../platform/config/index.ts';

/** Prints progress on one line while the weights are assembled, and nothing if they already exist. */
export async function assembleModels(config: Config): Promise<void> {
  const out = process.stderr;
  let shown = false;
  await assembleKokoro({
    modelsDir: config.modelsDir,
    onProgress: ({ doneBytes, totalBytes }) => {
      const percent = Math.floor((doneBytes / totalBytes) * 100);
      if (out.isTTY) out.write(`\rPreparing the speech model … ${percent} %`);
      else if (!shown) out.write('Preparing the speech model (once) …\n');
      shown = true;
    },
  });
  if (shown && out.isTTY) out.write('\n');
}
