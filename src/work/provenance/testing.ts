import { createInProcessManifests } from '../../../engines/manifests/testing/in-process.ts';
import { parseConfig } from '../../platform/config/index.ts';
import { silentLog } from '../../platform/log.ts';
import { testSealing } from '../../platform/sealing/testing.ts';
import type { ProvenanceDeps } from './deps.ts';
import { createProvenance, openSigner, type Provenance } from './index.ts';

/** Signs as a service does that has no certificate of its own. */
export async function openTestProvenance(
  deps: Pick<ProvenanceDeps, 'db' | 'clock' | 'storage'> & Partial<ProvenanceDeps>,
): Promise<Provenance> {
  const { provenance } = parseConfig({});
  const signer =
    deps.signer ?? (await openSigner({ ...deps, sealing: testSealing, log: silentLog }, provenance));
  return createProvenance({
    manifests: createInProcessManifests(),
    generator: { version: '0.0.0', watermark: null },
    consentsTo: async () => [],
    ...deps,
    signer,
  });
}
