import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { refreshUser, useUser } from '../../../api/session.ts';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Badge, Card, Note } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';

type Plan = Output<'GET /api/v1/plans'>['plans'][number];

export const plansQuery = queryOptions({ queryKey: ['plans'], queryFn: () => account.billing.plans() });

export function Plans({ payment }: { payment: { region?: string } }) {
  const { billing: texts } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const user = useUser();
  const [chosen, setChosen] = useState<Plan | null>(null);
  const plans = useQuery(plansQuery);
  const change = useMutation({
    mutationFn: ({ id }: Plan) => account.billing.checkout({ plan: id, ...payment }),
    onSuccess: async ({ url, effective_at }) => {
      if (url) return location.assign(url);
      notify.done(
        effective_at ? fill(texts.planChangesAt, { date: formats.date(effective_at) }) : texts.planChanged,
      );
      await refreshUser();
    },
  });
  const { scheduledPlan } = user;
  return (
    <Card title={texts.plan}>
      <div className="flex flex-col gap-4">
        {scheduledPlan && (
          <Note tone="warning">
            {fill(texts.scheduled, {
              plan: nameOf(plans.data?.plans, scheduledPlan.plan),
              date: formats.date(scheduledPlan.effective_at),
            })}
          </Note>
        )}
        <ErrorNote error={plans.error ?? change.error} />
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {plans.data?.plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              current={plan.id === user.plan}
              busy={change.isPending && change.variables.id === plan.id}
              onChoose={() => setChosen(plan)}
            />
          ))}
        </ul>
      </div>
      <ConfirmDialog
        title={fill(texts.changeTo, { plan: chosen?.name ?? '' })}
        description={fill(chosen?.usd_per_month === 0 ? texts.cancelHint : texts.changeHint, {
          price: formats.cents((chosen?.usd_per_month ?? 0) * 100),
        })}
        action={texts.change}
        open={chosen !== null}
        onOpenChange={() => setChosen(null)}
        onConfirm={() => chosen && change.mutate(chosen)}
      />
    </Card>
  );
}

function nameOf(plans: Plan[] | undefined, id: string): string {
  return plans?.find((plan) => plan.id === id)?.name ?? id;
}

type PlanCardProps = { plan: Plan; current: boolean; busy: boolean; onChoose(): void };

function PlanCard({ plan, current, busy, onChoose }: PlanCardProps) {
  const { billing: texts } = useTexts();
  const formats = useFormats();
  const { caps } = plan;
  const lines = [
    fill(texts.planCredits, { credits: formats.number(plan.credits_per_month) }),
    fill(texts.planOverage, { price: formats.cents(plan.overage_usd_per_1000_credits * 100 * 100) }),
    fill(texts.planMedia, { minutes: formats.number(caps.media_seconds / 60), height: caps.video_height }),
    fill(texts.planUpload, { size: formats.bytes(caps.upload_bytes) }),
    fill(texts.planAssets, { count: formats.number(caps.assets), size: formats.bytes(caps.asset_bytes) }),
    caps.batch_items > 0
      ? fill(texts.planBatch, { count: formats.number(caps.batch_items) })
      : texts.planNoBatch,
    caps.voice_slots > 0
      ? fill(texts.planVoices, { count: formats.number(caps.voice_slots) })
      : texts.planNoVoices,
    fill(texts.planLanguageModel, {
      input: formats.number(plan.language_model.credits_per_1000_input_tokens),
      output: formats.number(plan.language_model.credits_per_1000_output_tokens),
      tokens: formats.number(plan.language_model.tokens_per_day),
    }),
  ];
  return (
    <li
      className={classes(
        'flex flex-col gap-3 rounded-xl border p-4',
        current ? 'border-accent' : 'border-line',
      )}
    >
      <h3 className="font-medium">{plan.name}</h3>
      <p className="text-lg font-semibold">
        {fill(texts.perMonth, { price: formats.cents(plan.usd_per_month * 100) })}
      </p>
      <ul className="flex grow list-disc flex-col gap-1 ps-4 text-sm text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {current ? (
        <p className="flex min-h-9 items-center justify-center">
          <Badge tone="good">{texts.current}</Badge>
        </p>
      ) : (
        <Button busy={busy} aria-label={fill(texts.changeTo, { plan: plan.name })} onClick={onChoose}>
          {texts.choose}
        </Button>
      )}
    </li>
  );
}
