import { isLoopbackHost } from '../../../http/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { type Check, type Finding, orGood, warning } from '../check.ts';

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** What leaves this machine at a customer's request: webhooks, and files that they name. */
export const outbound: Check = {
  id: 'webhooks',
  settings: ['OUTBOUND_ALLOW'],
  async run({ config, env }) {
    const set = PROXIES.filter((name) => env[name]?.trim());
    return orGood(
      [...judgeAllowed(config), ...(set.length > 0 ? [judgeProxies(set)] : [])],
      config.production
        ? "Webhooks and customers' URLs reach public hosts over https, and nothing else."
        : "Webhooks and customers' URLs reach public hosts over http and https, and nothing else.",
    );
  },
};

function judgeProxies(names: readonly string[]): Finding {
  return warning(
    `${names.join(', ')} is set, and this service does not use it: webhooks, the object store and providers are called directly.`,
    'Let this machine reach them directly. A proxy cannot be used, because the addresses that are called are checked here.',
  );
}

function judgeAllowed({ outboundAllow, host }: Pick<Config, 'outboundAllow' | 'host'>): Finding[] {
  if (outboundAllow.length === 0) return [];
  const who = isLoopbackHost(host) ? 'Customers of this machine' : 'All customers';
  return [
    warning(
      `${who} may let the service call ${outboundAllow.join(', ')} (OUTBOUND_ALLOW), although that is private.`,
      'Unset OUTBOUND_ALLOW when you have tried what you wanted to try.',
    ),
  ];
}
