export { type Actor, actorOf, OPERATOR, PAYMENT_PROVIDER, SYSTEM } from './actor.ts';
export { AUDIT_EVENTS, type AuditEventName } from './events.ts';
export { type AuditEvent, type Facts, recordAuditEvent } from './record-audit-event.ts';
export { type AuditVerdict, type BrokenChain, verifyAuditLog } from './verify-audit-log.ts';
