import type { PlanNoticeKind } from '@openspot/core/enums.ts'

/** The formatted facts that a notice about a lot's plan may contain. */
export interface PlanNoticeFacts {
  lot_name: string
  plan_name: string
  month: string
  from: string
}

interface PlanNoticeWords {
  subject: string
  heading: string
  text: string
  button: string
}

/** The messages of each notice: what happened, and what to do. */
export const planNoticeWords: Readonly<Record<PlanNoticeKind, (facts: PlanNoticeFacts) => PlanNoticeWords>> =
  {
    PLAN_GROWS: ({ lot_name, plan_name, month, from }) => ({
      subject: `${lot_name} has outgrown its plan`,
      heading: `${lot_name} moves to ${plan_name}`,
      text: `It has more spots than its plan is for. From ${from} it is on ${plan_name}, for ${month} a month. Nothing is charged before, and nothing changes for your drivers. If you take spots away until then, it stays as it is.`,
      button: 'See the plan',
    }),
    PLAN_CHANGED: ({ lot_name, plan_name, month, from }) => ({
      subject: `The plan of ${lot_name} changes`,
      heading: `${plan_name} is ${month} a month`,
      text: `The platform has changed what ${lot_name} pays, from ${from}. The reason stands with the plan.`,
      button: 'See the plan',
    }),
    PLAN_ENDED: ({ lot_name }) => ({
      subject: `The plan of ${lot_name} has ended`,
      heading: `${lot_name} takes no new bookings`,
      text: 'Its plan has ended, and it has more spots than a free plan is for. Stays that are booked go on as they are. Choose a plan, and it takes bookings again at once.',
      button: 'Choose a plan',
    }),
  }
