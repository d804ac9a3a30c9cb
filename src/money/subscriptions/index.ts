export { accountCustomer, customerAccount, linkCustomer } from './customers.ts';
export {
  currentSubscription,
  type StoredSubscription,
  saveSubscription,
  subscriptionAccount,
} from './subscriptions.ts';
