import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planOf } from '../plans/index.ts';
import {
  addTokens,
  type DayShare,
  type DayTokens,
  insertShare,
  selectExpiredShares,
  selectTokens,
  subtractUnused,
} from './queries.ts';
import type { Tokens } from './tokens.ts';

export type LimitDeps = { db: Db; clock: Clock };

const DAY_MS = 86_400_000;
/** Longer than any call runs: one whose share is gone would not be counted. */
const LONGEST_CALL_MS = 3_600_000;
const BATCH = 100;
const count = (tokens: number) => tokens.toLocaleString('en-US');

const ModelLimitReached = domainError(
  'payment_required',
  'model_limit_reached',
  (figures: { asked: number; used: number; limit: number; resetsAt: Date }) =>
    `Daily limit of the language model reached: this request may need ${count(figures.asked)} tokens, ` +
    `${count(figures.used)} of ${count(figures.limit)} are used until ${figures.resetsAt.toISOString()}. ` +
    'Upgrade the plan, shorten the request, or try again tomorrow.',
);

type Holder = Pick<Caller, 'accountId' | 'plan'>;

/** Takes the most that a job may need from the day's limit, for good. */
export async function takeOfDay(deps: LimitDeps, caller: Holder, most: Tokens): Promise<void> {
  await takeWithin(deps, caller, most, (tokens, limit) => addTokens(deps.db, tokens, limit));
}

/** Takes the most that a call may need from the day's limit. What it does not need is given back by `keepOfDay`. */
export async function holdOfDay(deps: LimitDeps, caller: Holder, most: Tokens): Promise<DayShare> {
  const id = uuidv7();
  const expiresAt = new Date(deps.clock.now().getTime() + LONGEST_CALL_MS);
  await takeWithin(deps, caller, most, (tokens, limit) =>
    insertShare(deps.db, { ...tokens, id, expiresAt }, limit),
  );
  return { id, accountId: caller.accountId };
}

async function takeWithin(
  { db, clock }: LimitDeps,
  { accountId, plan }: Holder,
  most: Tokens,
  take: (tokens: DayTokens, limit: number) => Promise<boolean>,
): Promise<void> {
  const now = clock.now().getTime();
  const day = new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const { tokensPerDay: limit } = planOf(plan).languageModel;
  const tokens = most.input + most.output;
  if (await take({ accountId, day, tokens }, limit)) return;
  const used = await selectTokens(db, accountId, day);
  const resetsAt = new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS);
  throw new ModelLimitReached({ asked: tokens, used, limit, resetsAt });
}

/** The model's work counts whether or not it was paid for, so that nobody can have it for nothing without end. */
export function keepOfDay(
  { db }: Pick<LimitDeps, 'db'>,
  share: DayShare,
  { input, output }: Tokens,
): Promise<void> {
  return subtractUnused(db, share, input + output);
}

/**
 * Gives back one batch of what a crash left behind, and returns its size. Nobody knows what the model did for it; the customer did
 * not cause the crash. One statement per share, so that two nodes at once can neither deadlock nor give anything back twice.
 */
export async function giveBackOfDay({ db, clock }: LimitDeps): Promise<number> {
  const expired = await selectExpiredShares(db, clock.now(), BATCH);
  for (const share of expired) await subtractUnused(db, share, 0);
  return expired.length;
}
