import type { Idempotency } from '../http/index.ts';
import { assetData } from '../library/assets/index.ts';
import { marketplaceData } from '../library/marketplace/index.ts';
import { voiceData } from '../library/voices/index.ts';
import { agentData } from '../media/agents/index.ts';
import { dubData } from '../media/dubbing/index.ts';
import { historyData } from '../media/history/index.ts';
import { pronunciationData } from '../media/pronunciations/index.ts';
import { runData } from '../media/runs/index.ts';
import { speechCacheData } from '../media/speech-cache/index.ts';
import { checkoutData } from '../money/checkout/index.ts';
import { invoiceData } from '../money/invoices/index.ts';
import { ledgerData } from '../money/ledger/index.ts';
import { modelTokensData } from '../money/model-tokens/index.ts';
import { paymentData } from '../money/payment-events/index.ts';
import type { Providers } from '../money/providers/index.ts';
import { usageAlertData } from '../money/usage-alerts/index.ts';
import type { Sealing } from '../platform/sealing/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { AccountData } from '../tenancy/accounts/index.ts';
import { forgetMarks } from '../tenancy/marks/index.ts';
import { settingsData } from '../tenancy/settings/index.ts';
import { type JobDeps, jobData } from '../work/jobs/index.ts';
import { provenanceData } from '../work/provenance/index.ts';
import { webhookData } from '../work/webhooks/index.ts';
import { ON_VOICE_DELETED } from './voice-deletion.ts';

/**
 * All data that exporting or deleting an account must cover. Jobs come early: ending them releases charges and may announce
 * events. The ledger comes last, when all charges are closed.
 */
export function allAccountData(
  deps: JobDeps & { storage: Storage; sealing: Sealing; idempotency: Idempotency; providers: Providers },
): AccountData[] {
  return [
    settingsData(deps),
    jobData(deps),
    dubData(deps),
    provenanceData(deps),
    webhookData(deps),
    historyData(deps),
    speechCacheData(deps),
    assetData(deps),
    voiceData({ ...deps, onVoiceDeleted: ON_VOICE_DELETED }),
    marketplaceData(deps),
    pronunciationData(deps),
    runData(deps),
    agentData(deps),
    { erase: (accountId) => deps.idempotency.forgetAccount(accountId) },
    { erase: (accountId) => forgetMarks(deps.db, accountId) },
    checkoutData(deps),
    paymentData(deps),
    invoiceData(deps),
    usageAlertData(deps),
    modelTokensData(deps),
    ledgerData(deps),
  ];
}
