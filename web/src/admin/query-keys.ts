/** Everything about accounts, and about payment events, so that a decision reads them all anew. */
export const USERS = ['admin', 'users'];
export const EVENTS = ['admin', 'payment-events'];
