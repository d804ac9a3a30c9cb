/** Stores a film with a signer that never answers, until somebody kills this process. Run with the folder of the store. */
import { FfmpegMissing } from '../../../engines/ffmpeg/index.ts';
import { createInProcessManifests } from '../../../engines/manifests/testing/in-process.ts';
import { testSigner } from '../../../engines/manifests/testing/test-signer.ts';
import { ManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { silentLog } from '../../platform/log.ts';
import { createDiskStorage } from '../../platform/storage/index.ts';
import { createThreads } from '../../platform/threads/index.ts';
import { createProvenance } from './index.ts';

const [dataDir = ''] = process.argv.slice(2);
const provenance = createProvenance({
  // Nothing is written before the file is stored.
  db: {} as Db,
  clock: new ManualClock(),
  storage: await createDiskStorage({ dataDir }),
  manifests: createInProcessManifests(),
  generator: { version: '0.0.0', watermark: null },
  consentsTo: async () => [],
  decodeToFile: () => Promise.reject(new FfmpegMissing()),
  threads: createThreads(),
  log: silentLog,
  signer: {
    ...testSigner(),
    isOwn: false,
    serialNumber: '1',
    sign() {
      process.stdout.write('signing\n');
      setInterval(() => undefined, 60_000);
      return new Promise(() => undefined);
    },
  },
});
const output = {
  id: '0190c2f5-0000-7000-8000-000000000003',
  accountId: '0190c2f5-0000-7000-8000-000000000004',
  jobId: 'job_1',
  kind: 'video',
  contentType: 'video/mp4',
  models: [],
  voiceIds: [],
  sounds: true,
  inputs: [],
};
await provenance.storeOutput(output, Buffer.from('a film'), 'jobs/job_1/token/video');
