import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { planOf } from '../plans/index.ts';
import { addTokens, selectTokens, subtractTokens } from './queries.ts';
import type { Tokens } from './tokens.ts';

export type LimitDeps = { db: Db; clock: Clock };
/** The part of a day's limit that a call holds. */
export type DayShare = { accountId: string; day: string; tokens: number };

const DAY_MS = 86_400_000;
const count = (tokens: number) => tokens.toLocaleString('en-US');

export class ModelLimitReached extends DomainError {
  constructor(figures: { asked: number; used: number; limit: number; resetsAt: Date }) {
    super({
      kind: 'payment_required',
      code: 'model_limit_reached',
      public:
        `Daily limit of the language model reached: this request may need ${count(figures.asked)} tokens, ` +
        `${count(figures.used)} of ${count(figures.limit)} are used until ${figures.resetsAt.toISOString()}. ` +
        'Upgrade the plan, shorten the request, or try again tomorrow.',
    });
  }
}

/** Takes the most that a call may need from the day's limit. What it does not need is given back by `keepOfDay`. */
export async function takeOfDay(
  { db, clock }: LimitDeps,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
  most: Tokens,
): Promise<DayShare> {
  const now = clock.now().getTime();
  const day = new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const { tokensPerDay: limit } = planOf(plan).languageModel;
  const share = { accountId, day, tokens: most.input + most.output };
  if (await addTokens(db, share, limit)) return share;
  const used = await selectTokens(db, accountId, day);
  const resetsAt = new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS);
  throw new ModelLimitReached({ asked: share.tokens, used, limit, resetsAt });
}

/** The model's work counts whether or not it was paid for, so that nobody can have it for nothing without end. */
export async function keepOfDay(
  { db }: Pick<LimitDeps, 'db'>,
  { tokens, ...share }: DayShare,
  { input, output }: Tokens,
): Promise<void> {
  const rest = tokens - input - output;
  if (rest > 0) await subtractTokens(db, { ...share, tokens: rest });
}
