import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { judgeUrl } from '../../platform/safe-fetch/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { readSendingRules, readSettings } from '../../tenancy/settings/index.ts';
import { TestUnderWay, WebhookUrlMissing } from './errors.ts';
import { WEBHOOK_TEST } from './events.ts';
import { type PostDeps, postEvent } from './post-event.ts';
import type { Outcome } from './rules.ts';

/** One test at a time for each account of this node, so that slow receivers cannot pile up. */
const underWay = new Set<string>();

export type TestResult = Outcome & { url: string; durationMs: number };

/** Sends a test event as a real one is sent, and tells what happened. It is not logged and not retried. */
export async function sendTest(
  deps: PostDeps & { db: Db; sealing: Sealing },
  accountId: string,
  givenUrl: string | undefined,
): Promise<TestResult> {
  const wanted = givenUrl ?? (await readSettings(deps, accountId)).webhookUrl;
  if (!wanted) throw new WebhookUrlMissing();
  const url = judgeUrl(wanted, deps.outbound).href;
  const { secrets } = await readSendingRules(deps, accountId);
  const now = deps.clock.now();
  const payload = WEBHOOK_TEST.payload({
    message: 'Your webhook address works.',
    sent_at: now.toISOString(),
  });
  if (underWay.has(accountId)) throw new TestUnderWay();
  underWay.add(accountId);
  try {
    const startMs = performance.now();
    const test = { id: uuidv7(now.getTime()), url, event: WEBHOOK_TEST.name, payload, replay_of: null };
    const outcome = await postEvent(deps, test, secrets);
    return { ...outcome, url, durationMs: Math.round(performance.now() - startMs) };
  } finally {
    underWay.delete(accountId);
  }
}
