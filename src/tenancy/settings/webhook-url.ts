import { WebhookUrlRefused } from './errors.ts';

/** The rules that need no look at the network; where the host leads is for the guard of outbound calls to judge. */
export function parseWebhookUrl(text: string, rules: { httpsOnly: boolean }): string {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new WebhookUrlRefused('must be an https address');
  }
  if (rules.httpsOnly && url.protocol !== 'https:') throw new WebhookUrlRefused('must begin with https://');
  if (url.username !== '' || url.password !== '') {
    throw new WebhookUrlRefused('must not hold a user name or password');
  }
  url.hash = '';
  return url.href;
}
