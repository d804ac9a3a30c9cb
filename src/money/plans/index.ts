export { centsOfPlan, findPlan, PLANS, type Plan, type PlanId, planOf } from './plans.ts';
export { planRoutes } from './routes.ts';
