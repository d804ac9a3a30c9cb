import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlan, PLANS, planOf } from './index.ts';

const MB = 1024 * 1024;

test('plans cost and grant what the price list says', () => {
  const rows = Object.values(PLANS).map((plan) => [
    plan.id,
    plan.usdPerMonth,
    plan.creditsPerMonth,
    plan.routingGrant,
  ]);
  assert.deepEqual(rows, [
    ['free', 0, 12_000, 50],
    ['starter', 5, 36_000, 500],
    ['creator', 18, 145_000, 2_000],
    ['developer', 79, 720_000, 10_000],
    ['suspended', null, 1_200, 50],
  ]);
});

test('plans cap length, size, rate, batch, slots and quality as published', () => {
  const caps = (id: string) => {
    const plan = planOf(id);
    const media = [plan.mediaSeconds, plan.uploadBytes / MB, plan.generatePerMinute, plan.batchItems];
    return [...media, plan.neuralLipSync, plan.voiceSlots, plan.videoHeight, plan.audioKbps];
  };
  assert.deepEqual(caps('free'), [180, 15, 60, 0, 'optional', 0, 480, 128]);
  assert.deepEqual(caps('starter'), [600, 80, 100, 50, 'required', 1, 720, 192]);
  assert.deepEqual(caps('creator'), [1_800, 250, 100, 200, 'required', 3, 1080, 256]);
  assert.deepEqual(caps('developer'), [1_800, 500, 100, 500, 'required', 10, 1080, 320]);
});

test('a language model costs 20 credits per 1,000 tokens read and 80 written, up to a number of tokens a day', () => {
  const rows = Object.values(PLANS).map(({ id, languageModel }) => [id, ...Object.values(languageModel)]);
  assert.deepEqual(rows, [
    ['free', 20, 80, 200_000],
    ['starter', 20, 80, 1_000_000],
    ['creator', 20, 80, 4_000_000],
    ['developer', 20, 80, 20_000_000],
    ['suspended', 20, 80, 200_000],
  ]);
});

test('a suspended account has the caps of the free plan, and only the reduced quota', () => {
  const { creditsPerMonth, id, displayName, usdPerMonth, ...caps } = PLANS.suspended;
  assert.equal(creditsPerMonth, 1_200);
  assert.deepEqual({ ...PLANS.free, ...caps }, PLANS.free);
});

test('an unknown plan is not found, even if its name is a property of every object', () => {
  for (const id of ['gold', '', 'FREE', 'constructor', '__proto__']) {
    assert.equal(findPlan(id), undefined);
    assert.throws(() => planOf(id), /unknown plan/);
  }
});
