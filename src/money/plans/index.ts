export { centsOfPlan, findPlan, PLANS, type Plan, type PlanId, planOf } from './plans.ts';
export { LanguageModelPlanView, planRoutes, viewOfLanguageModel } from './routes.ts';
