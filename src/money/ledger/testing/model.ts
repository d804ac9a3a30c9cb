import { PLANS, type PlanId } from '../../plans/index.ts';

type Open = { pool: number; micros: number; credits: number; rate: number; routing: number; cycle: number };

/** The rules of the ledger once more, in plain arithmetic and without a database. */
export class WalletModel {
  plan: PlanId;
  pool: number;
  routing: number;
  micros = 0;
  owed = 0;
  spent = 0;
  cap: number | null = null;
  cycle = 1;
  readonly open = new Map<string, Open>();

  constructor(plan: PlanId) {
    this.plan = plan;
    this.pool = PLANS[plan].creditsPerMonth;
    this.routing = PLANS[plan].routingGrant;
  }

  affords(credits: number, routing: number): boolean {
    const over = Math.max(0, credits - this.pool) * PLANS[this.plan].overageMicrosPerCredit;
    const capped = over > 0 && this.cap !== null && this.spent + over > this.cap;
    return routing <= this.routing && over <= this.micros && !capped;
  }

  reserve(id: string, credits: number, routing: number): void {
    const rate = PLANS[this.plan].overageMicrosPerCredit;
    const pool = Math.min(this.pool, credits);
    const micros = (credits - pool) * rate;
    this.pool -= pool;
    this.micros -= micros;
    this.spent += micros;
    this.routing -= routing;
    this.open.set(id, { pool, micros, credits, rate, routing, cycle: this.cycle });
  }

  release(id: string): void {
    const charge = this.#take(id);
    this.routing += charge.routing;
    this.#close(charge, 0);
  }

  settle(id: string, credits: number): void {
    const charge = this.#take(id);
    this.#close(charge, Math.min(credits, charge.credits));
  }

  add(micros: number): void {
    const paid = Math.min(this.owed, micros);
    this.owed -= paid;
    this.micros += micros - paid;
  }

  takeBack(micros: number): void {
    const taken = Math.min(this.micros, micros);
    this.micros -= taken;
    this.owed += micros - taken;
  }

  renew(): void {
    const { creditsPerMonth, routingGrant } = PLANS[this.plan];
    this.pool = creditsPerMonth;
    this.routing = Math.max(this.routing, routingGrant);
    this.spent = 0;
    this.cycle += 1;
  }

  #take(id: string): Open {
    const charge = this.open.get(id);
    if (!charge) throw new Error(`the model knows no open charge ${id}`);
    this.open.delete(id);
    return charge;
  }

  #close(charge: Open, used: number): void {
    const fromPool = Math.min(charge.pool, used);
    const backMicros = charge.micros - (used - fromPool) * charge.rate;
    this.add(backMicros);
    if (charge.cycle !== this.cycle) return;
    this.pool += charge.pool - fromPool;
    this.spent -= backMicros;
  }
}
