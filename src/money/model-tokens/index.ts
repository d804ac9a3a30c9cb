export { modelTokensData } from './account-data.ts';
export {
  giveBackOfDay,
  holdOfDay,
  keepOfDay,
  type LimitDeps,
  takeOfDay,
} from './daily-limit.ts';
export { type ModelTab, openModelTab } from './open-tab.ts';
export {
  creditsForTokens,
  estimateTokens,
  mostTokens,
  sizeOfText,
  type Tokens,
  tokensUsed,
} from './tokens.ts';
