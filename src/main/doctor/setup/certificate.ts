import { inspectCertificate } from '../../../work/provenance/index.ts';
import { type Check, type Finding, fault, good, reasonOf, warning } from '../check.ts';

const DAY_MS = 24 * 3_600_000;
const SOON_DAYS = 30;

/** Signs every file that is made here. */
export const certificate: Check = {
  id: 'signing-certificate',
  settings: ['PROVENANCE_CERTIFICATES', 'PROVENANCE_KEY', 'PROVENANCE_SIGNING_URL'],
  async run({ config, clock }) {
    try {
      const validTo = inspectCertificate(config.provenance);
      if (validTo !== null) return [judge(validTo, clock.now())];
    } catch (error) {
      return [
        fault(`${error instanceof Error ? error.message : reasonOf(error)}`, 'See docs/provenance.md.'),
      ];
    }
    const selfMade = 'Files are signed with a self-made certificate, which nobody trusts.';
    if (!config.production) return [good(selfMade)];
    return [warning(selfMade, 'Set PROVENANCE_CERTIFICATES and PROVENANCE_KEY (docs/provenance.md).')];
  },
};

function judge(validTo: Date, now: Date): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const date = validTo.toISOString().slice(0, 10);
  const remedy = 'Set a renewed one in PROVENANCE_CERTIFICATES and restart.';
  if (days < 0) return fault(`The certificate that signs files ended on ${date}.`, remedy);
  if (days < SOON_DAYS)
    return warning(`The certificate that signs files ends in ${days} days, on ${date}.`, remedy);
  return good(`The certificate that signs files is valid until ${date}.`);
}
