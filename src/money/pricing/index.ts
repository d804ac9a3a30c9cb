export { countCharacters } from './characters.ts';
export {
  billableQuantity,
  CREDITS_PER_UNIT,
  centsOf,
  centsRoundedUp,
  creditsFor,
  type MeteredUnit,
  MICROS_PER_CENT,
  microsOfCents,
  type PricedUnit,
  ROUTING_COSTS,
  type RoutingNode,
  splitCharge,
} from './pricing.ts';
