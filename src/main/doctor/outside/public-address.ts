import { isLoopbackHost, isLoopbackUrl } from '../../../http/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { type Check, type Finding, fault, orGood, warning } from '../check.ts';
import { isContainer } from '../container.ts';

/** Whether NODE_ENV, HOST and PUBLIC_URL fit together. */
export const publicAddress: Check = {
  id: 'public-address',
  settings: ['NODE_ENV', 'HOST'],
  async run({ config, env }) {
    const isUrlSet = (env.PUBLIC_URL ?? '').trim() !== '';
    return judgeAddress(config, { isUrlSet, isContained: isContainer(env) });
  },
};

type Facts = Pick<Config, 'production' | 'host' | 'publicUrl' | 'metricsToken'>;

export function judgeAddress(
  config: Facts,
  { isUrlSet, isContained }: { isUrlSet: boolean; isContained: boolean },
): Finding[] {
  const { production, host, publicUrl } = config;
  const found: Finding[] = [];
  const isBoundWide = !isLoopbackHost(host);
  const isPublic = !isLoopbackUrl(publicUrl) && publicUrl.startsWith('https:');
  if (!production && isPublic)
    found.push(
      fault(
        `${publicUrl} is public, and this is not production: payments are simulated, a demo key has credits, and cookies are not Secure.`,
        'Set NODE_ENV=production.',
      ),
    );
  else if (!production && isBoundWide)
    found.push(
      warning(
        `Everybody who can reach ${host} gets a development server: payments are simulated, a demo key has credits, and cookies and keys travel in the clear.`,
        'Set NODE_ENV=production and PUBLIC_URL=https://…, or HOST=127.0.0.1.',
      ),
    );
  if (!production && isBoundWide && config.metricsToken === undefined)
    found.push(warning('/metrics is open to everybody.', 'Set METRICS_TOKEN.'));
  if (isContained && !isBoundWide)
    found.push(
      warning(
        `HOST=${host} in a container: nothing outside reaches the service, unless both share a network.`,
        'Set HOST=0.0.0.0, and publish the port to where it should be reached from.',
      ),
    );
  if (!isUrlSet && isBoundWide)
    found.push(
      warning(
        `PUBLIC_URL is not set, so links in answers and mail begin with ${publicUrl}, which leads nowhere from elsewhere.`,
        'Set PUBLIC_URL to the address that customers use.',
      ),
    );
  if (production && isLoopbackUrl(publicUrl))
    found.push(
      warning(
        `PUBLIC_URL is ${publicUrl}, which only this machine can reach.`,
        'Set the address that customers use.',
      ),
    );
  if (isPublic) return orGood(found, `${publicUrl}, with Secure cookies.`);
  return orGood(found, `${publicUrl}, ${isBoundWide ? 'without TLS' : 'for this machine alone'}.`);
}
