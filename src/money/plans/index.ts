export { centsOfPlan, findPlan, PLANS, type Plan, type PlanId, paidPlan, planOf } from './plans.ts';
export { LanguageModelPlanView, planRoutes, viewOfLanguageModel } from './routes.ts';
