import { operatorFetch } from '../../../platform/operator-fetch.ts';
import { type Check, type Finding, fault, orGood, reasonOf, warning } from '../check.ts';

const ANSWER_MS = 6_000;

/** Any answer will do: what they do with a request is seen when a file is signed. */
export const signingHosts: Check = {
  id: 'signing-hosts',
  settings: ['PROVENANCE_SIGNING_URL', 'PROVENANCE_TIMESTAMP_URL'],
  async run({ config: { provenance } }) {
    const { signWith, timestampUrl } = provenance;
    const found: Finding[] = [];
    const signing = signWith?.kind === 'service' ? await problemOf(signWith.url) : null;
    if (signing !== null)
      found.push(
        fault(
          `The service that signs does not answer (${signing}), so nothing can be made.`,
          'Start it, or correct PROVENANCE_SIGNING_URL.',
        ),
      );
    const stamping = timestampUrl === undefined ? null : await problemOf(timestampUrl);
    if (stamping !== null)
      found.push(
        warning(
          `The time-stamp server does not answer (${stamping}), so files are signed without one.`,
          'Correct PROVENANCE_TIMESTAMP_URL.',
        ),
      );
    if (signWith?.kind !== 'service' && timestampUrl === undefined) return [];
    return orGood(found, 'The hosts that sign and stamp files answer.');
  },
};

async function problemOf(url: string): Promise<string | null> {
  try {
    const answer = await operatorFetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
