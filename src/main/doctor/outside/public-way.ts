import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isLoopbackUrl } from '../../../http/index.ts';
import { operatorFetch } from '../../../platform/operator-fetch.ts';
import { type Check, codeOf, type Finding, fault, good, reasonOf, warning } from '../check.ts';

const ANSWER_MS = 6_000;
const SOON_DAYS = 14;
const DAY_MS = 24 * 3_600_000;
const UNTRUSTED = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|ERR_TLS/;

/** What a customer meets at PUBLIC_URL: its certificate, and whether the proxy leads here. */
export const publicWay: Check = {
  id: 'public-way',
  settings: ['PUBLIC_URL'],
  async run({ config: { publicUrl }, clock }) {
    if (!publicUrl.startsWith('https:') || isLoopbackUrl(publicUrl)) return [];
    try {
      const days = ((await certificateEnd(new URL(publicUrl))) - clock.now().getTime()) / DAY_MS;
      return [...judgeEnd(Math.floor(days)), await judgeAnswer(publicUrl)];
    } catch (error) {
      return [judgeFailure(publicUrl, error)];
    }
  },
};

/** Rejects if a browser would refuse the certificate. */
function certificateEnd({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(port || 443), ...name }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('it does not answer')));
    socket.once('error', reject);
  });
}

export function judgeEnd(days: number): Finding[] {
  if (days >= SOON_DAYS) return [];
  return [
    warning(
      `The certificate of PUBLIC_URL ends in ${days} days.`,
      'Renew it at the proxy; most do so by themselves, if they can.',
    ),
  ];
}

async function judgeAnswer(publicUrl: string): Promise<Finding> {
  const answer = await operatorFetch(`${publicUrl}/api/live`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await answer.body?.cancel();
  if (answer.status === 200) return good(`${publicUrl} answers, with a valid certificate.`);
  return warning(
    `${publicUrl}/api/live answers ${answer.status}.`,
    'Start the service, if it does not run; else let the proxy pass all paths on to HOST and PORT.',
  );
}

export function judgeFailure(publicUrl: string, error: unknown): Finding {
  const reason = reasonOf(error);
  if (UNTRUSTED.test(codeOf(error)))
    return fault(
      `Browsers refuse the certificate of ${publicUrl} (${reason}).`,
      'Renew it at the proxy, with its whole chain and for this name.',
    );
  return warning(
    `${publicUrl} cannot be reached from here (${reason}).`,
    'Correct PUBLIC_URL, its DNS record or the proxy. A network may also keep its own machines from coming back in: then try it from outside.',
  );
}
