import { access, constants } from 'node:fs/promises';
import { findDenoisingWeights } from '../../../../engines/denoising/index.ts';
import { findMusicFont } from '../../../../engines/music/index.ts';
import { findVoiceWeights } from '../../../../engines/speaker-embedding/index.ts';
import { inspectKokoro, WeightsCorrupt, WeightsMissing } from '../../../../engines/speech/index.ts';
import { findLargerWeights, findTranscriptionWeights } from '../../../../engines/transcription/index.ts';
import { findFaceWeights } from '../../../../engines/video/index.ts';
import { findVoiceActivityWeights } from '../../../../engines/voice-activity/index.ts';
import { PublishedFileCorrupt, type StampOptions } from '../../../platform/verified-files.ts';
import { type Check, type Finding, fault, good, orGood, warning } from '../check.ts';
import { nearestFolder } from '../nearest-folder.ts';

/** Half a gigabyte may have to be read from a slow disk. */
const LIMIT_MS = 120_000;
const INSTALL = 'Remove node_modules and run ./run again: it installs the packages anew.';

type Find = (options: StampOptions) => Promise<object | null>;

const PACKAGED: Record<string, Find> = {
  transcription: findTranscriptionWeights,
  'larger transcription': findLargerWeights,
  'voice activity': findVoiceActivityWeights,
  'speaker embedding': findVoiceWeights,
  music: findMusicFont,
  faces: findFaceWeights,
  denoising: findDenoisingWeights,
};

/** Each file has its SHA-256, or has not changed since somebody saw that it has. */
export const weights: Check = {
  id: 'weights',
  settings: ['MODELS_DIR'],
  limitMs: LIMIT_MS,
  async run({ config: { modelsDir } }) {
    const found = await judgeSpeech(modelsDir);
    // One after another: a disk reads one file faster than seven.
    // Several engines share a file.
    for (const [name, find] of Object.entries(PACKAGED))
      for (const one of await judgePackaged(name, find, modelsDir))
        if (!found.some(({ seen }) => seen === one.seen)) found.push(one);
    return orGood(found, 'All models are there, and each file is what was published.');
  },
};

async function judgeSpeech(modelsDir: string): Promise<Finding[]> {
  try {
    const { folder, exists } = await nearestFolder(modelsDir);
    if (exists) await access(folder, constants.R_OK | constants.X_OK);
    const state = await inspectKokoro(modelsDir);
    if (state === 'whole') return [];
    await access(folder, constants.W_OK | constants.X_OK);
    return [
      good(
        'The speech model is prepared at the first start, in about a minute. ./run models does it beforehand.',
      ),
    ];
  } catch (error) {
    if (error instanceof WeightsCorrupt || error instanceof WeightsMissing) return [judge(error)];
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    return [
      fault(
        `This user may not use MODELS_DIR (${modelsDir}), and the speech model is not there or cannot be read.`,
        'Run this as the user of the service, give it the folder, or prepare the model there with ./run models.',
      ),
    ];
  }
}

async function judgePackaged(name: string, find: Find, modelsDir: string): Promise<Finding[]> {
  try {
    const found = await find({ modelsDir, keepStamps: false });
    return found === null
      ? [warning(`The model for ${name} is not installed, so that answers 503.`, INSTALL)]
      : [];
  } catch (error) {
    if (error instanceof PublishedFileCorrupt) return [judge(error)];
    throw error;
  }
}

/** Their messages are a sentence of what was seen, and one of what to do. */
function judge({ message }: Error): Finding {
  const end = message.indexOf('. ') + 1;
  return fault(message.slice(0, end), message.slice(end).trim());
}
