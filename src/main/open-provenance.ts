import type { DecodeToFile } from '../../engines/ffmpeg/index.ts';
import type { ManifestEngine } from '../../engines/manifests/index.ts';
import { selectConsentIds } from '../library/consents/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/database/index.ts';
import type { Log } from '../platform/log.ts';
import type { Sealing } from '../platform/sealing/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { Threads } from '../platform/threads/index.ts';
import { createProvenance, openSigner, type Provenance } from '../work/provenance/index.ts';
import { versionOfPackage } from './version-of-package.ts';

type Deps = {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  sealing: Sealing;
  manifests: ManifestEngine;
  media: { decodeToFile: DecodeToFile };
  threads: Threads;
};

/** The mark in the sound, as manifests name it. */
const MARK = 'org.vox-humana.presence.1';

/** Signs everything that is made, and says at the start if nobody will trust the signature. */
export async function openProvenance(deps: Deps): Promise<Provenance> {
  const { config } = deps;
  const signer = await openSigner(deps, config.provenance);
  if (!signer.isOwn)
    deps.log.warn(
      { serialNumber: signer.serialNumber },
      'files are signed with a self-made certificate, which nobody trusts: set PROVENANCE_CERTIFICATES (docs/provenance.md)',
    );
  const generator = { version: versionOfPackage(), watermark: config.watermark ? MARK : null };
  return createProvenance({
    ...deps,
    decodeToFile: deps.media.decodeToFile,
    signer,
    generator,
    consentsTo: (voiceIds) => selectConsentIds(deps.db, voiceIds),
  });
}
