import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';

/** The URL as it will be called. Throws if the service may not call it. */
export function checkWebhookUrl(url: string | undefined, outbound: OutboundPolicy): string | undefined {
  return url && judgeUrl(url, outbound).href;
}
