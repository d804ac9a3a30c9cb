export { accountCustomer, customerAccount, linkCustomer } from './customers.ts';
export {
  currentSubscription,
  isSurplusSubscription,
  markCanceled,
  type StoredSubscription,
  saveSubscription,
  selectToCancel,
  subscriptionAccount,
} from './subscriptions.ts';
