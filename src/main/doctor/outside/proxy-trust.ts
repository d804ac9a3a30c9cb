import { isLoopbackHost, isLoopbackUrl } from '../../../http/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { type Check, type Finding, fault, good, warning } from '../check.ts';
import { isContainer } from '../container.ts';

/** A shorter prefix holds millions of strangers. 10.0.0.0/8 and fc00::/7 are private. */
const WIDE_BITS = { 4: 8, 6: 7 };

/** Whose `X-Forwarded-For` is believed decides whom rate limits and the audit log see. */
export const proxyTrust: Check = {
  id: 'proxy-trust',
  settings: ['TRUST_PROXY', 'PUBLIC_URL'],
  async run({ config, env }) {
    return [judgeTrust(config, isContainer(env))];
  },
};

export function judgeTrust(
  { trustProxy, publicUrl, host }: Pick<Config, 'trustProxy' | 'publicUrl' | 'host'>,
  isContained: boolean,
): Finding {
  const isBehindProxy = publicUrl.startsWith('https:') && !isLoopbackUrl(publicUrl);
  if (trustProxy === false && isBehindProxy)
    return warning(
      `A proxy must be in front of the service, since ${publicUrl} is https, and TRUST_PROXY is not set: all clients seem to have the proxy's address and share its rate limits.`,
      'Set TRUST_PROXY=1, or the addresses of the proxies.',
    );
  if (trustProxy === false) return good("No proxy is trusted: a client's address is that of its connection.");
  const wide = Array.isArray(trustProxy) ? trustProxy.find(isWide) : undefined;
  if (wide !== undefined)
    return fault(
      `TRUST_PROXY=${wide} trusts everybody, so that any client chooses the address that it is seen under.`,
      'Set the addresses of the proxies alone.',
    );
  if (typeof trustProxy === 'number' && !isLoopbackHost(host) && !isContained)
    return warning(
      `TRUST_PROXY=${trustProxy} counts proxies, and HOST=${host} lets clients go around them: who does so chooses the address that it is seen under.`,
      'Set HOST=127.0.0.1, or the addresses of the proxies in TRUST_PROXY, or let a firewall close the port.',
    );
  return good(
    typeof trustProxy === 'number'
      ? `${trustProxy} ${trustProxy === 1 ? 'proxy is' : 'proxies are'} trusted.`
      : `These proxies are trusted: ${trustProxy.join(', ')}.`,
  );
}

function isWide(entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  return bits !== undefined && Number(bits) < WIDE_BITS[address.includes(':') ? 6 : 4];
}
