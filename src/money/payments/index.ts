export { creditPayment } from './credit-payment.ts';
export { accountOfPayment, lockPayment } from './queries.ts';
export { disputePayment, type Reversed, refundPayment } from './reverse-payment.ts';
