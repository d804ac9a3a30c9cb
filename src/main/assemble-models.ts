import { assembleKokoro } from '../engines/speech/index.ts';
import type { Config } from '../platform/config/index.ts';

/** Shows one line that counts up while the weights are put together, and nothing when they are there already. */
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
