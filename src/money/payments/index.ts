export { type Credit, creditPayment } from './credit-payment.ts';
export { accountOfPayment, lockPayment, type PaymentRow } from './queries.ts';
export { disputePayment, type Reversed, refundPayment } from './reverse-payment.ts';
