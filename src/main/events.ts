import { LISTING_EVENTS } from '../library/marketplace/index.ts';
import { VOICE_EVENTS } from '../library/voices/index.ts';
import { CONVERSATION_ENDED } from '../media/agents/index.ts';
import {
  AUTO_TOP_UP_FAILED,
  BATCH_COMPLETED,
  type EventDefinition,
  USAGE_ALERT,
  WEBHOOK_TEST,
} from '../work/webhooks/index.ts';
import { JOB_KINDS } from './job-kinds.ts';

/** Every event that a webhook may carry, in the order of the OpenAPI document. */
export const EVENTS: readonly EventDefinition[] = [
  ...JOB_KINDS.events,
  BATCH_COMPLETED,
  ...VOICE_EVENTS,
  ...LISTING_EVENTS,
  USAGE_ALERT,
  AUTO_TOP_UP_FAILED,
  CONVERSATION_ENDED,
  WEBHOOK_TEST,
];
