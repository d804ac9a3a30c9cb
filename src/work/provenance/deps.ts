import type { ManifestEngine } from '../../../engines/manifests/index.ts';
import { isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Generator } from './content.ts';
import type { HearFileDeps } from './fingerprints/hear-file.ts';
import type { Signer } from './signing/open-signer.ts';

export type ProvenanceDeps = HearFileDeps & {
  db: Db;
  clock: Clock;
  storage: Storage;
  manifests: ManifestEngine;
  signer: Signer;
  generator: Generator;
  /** Ids of the consents to these custom voices. */
  consentsTo(voiceIds: readonly string[]): Promise<string[]>;
};

/** Presets have short names: only ids of custom voices are looked up. */
export async function consentsTo(
  { consentsTo: find }: Pick<ProvenanceDeps, 'consentsTo'>,
  voiceIds: readonly string[],
): Promise<string[]> {
  const custom = [...new Set(voiceIds)].filter(isUuid);
  return custom.length > 0 ? find(custom) : [];
}
