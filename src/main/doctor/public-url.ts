import { DomainError } from '../../platform/errors.ts';
import { judgeUrl } from '../../platform/safe-fetch/index.ts';

/** By the same rules as customers' URLs: not this machine, not a private network, no name that only a local one knows. */
export function isPublicUrl(url: string): boolean {
  try {
    judgeUrl(url, { allow: [], requireHttps: false });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
