export { type Credit, creditPayment } from './credit-payment.ts';
export { disputePayment, type Reversed, refundPayment } from './reverse-payment.ts';
