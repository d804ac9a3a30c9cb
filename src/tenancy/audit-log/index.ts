export { type Actor, actorOf, OPERATOR, ownerIn, PAYMENT_PROVIDER, SYSTEM } from './actor.ts';
export { eraseAuditDetails, sweepAuditDetails } from './erase-details.ts';

export { readAuditEvents } from './list-audit-events.ts';
export { recordAttempt } from './record-attempt.ts';
export { type AuditEvent, recordAuditEvent } from './record-audit-event.ts';
export { auditLogRoutes } from './routes.ts';
export { verifyAuditLog } from './verify-audit-log.ts';
