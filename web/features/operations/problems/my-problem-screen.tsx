'use client'
import { Button } from '@mantine/core'
import { getProblemRoute, type Problem } from '@openspot/contract/operations/problems.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { DriverGates } from '@/ui/gate/driver-gates.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Photos } from '@/ui/photo/photos.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { OwnChoices } from './own-choices.tsx'
import css from './problems.module.css'

/** A driver's report: what became of it, and what they can do now. */
export function MyProblemScreen({ initial }: { initial: Problem }) {
  const t = useTranslations()
  const answer = useApiQuery(
    getProblemRoute,
    { params: { problem_id: initial.id } },
    {
      initialData: { mine: initial, staff: null },
      // The spot that is offered may be booked at any moment.
      everySeconds: (found) => (found?.mine?.status === 'OPEN' ? 20 : 120),
    },
  )
  const problem = answer.data?.mine ?? initial
  const { reservation_id } = problem
  return (
    <div className={css.stack}>
      <PageHead
        back={
          <Link href={reservation_id ? `/me/reservations/${reservation_id}` : '/me/lots'}>
            {problem.lot_name}
          </Link>
        }
        title={t('problems.mine.title')}
        text={t.rich('problems.mine.sentAt', {
          time: tag(<Moment at={problem.created_at} zone={problem.time_zone} inside />),
        })}
      />
      <Outcome problem={problem} />
      {problem.choices ? <OwnChoices problem={problem} choices={problem.choices} /> : null}
      <section className={css.choice}>
        <h2>{t(`problems.kinds.${problem.kind}`)}</h2>
        {problem.spot_label ? (
          <p className={css.quiet}>{t('problems.mine.spot', { label: problem.spot_label })}</p>
        ) : null}
        {problem.text ? (
          <p className={css.said}>
            <bdi>{problem.text}</bdi>
          </p>
        ) : null}
        {problem.other_plate ? (
          <p>
            {t('problems.mine.plate')} <Plate plate={problem.other_plate} region={problem.other_region} />
          </p>
        ) : null}
        <Photos photos={problem.photos} />
      </section>
    </div>
  )
}

function Outcome({ problem }: { problem: Problem }) {
  const t = useTranslations()
  const { status, resolution, answer, moved_to_label, moved_reservation_id } = problem
  if (problem.is_for_staff) {
    return (
      <Note tone="plain" title={t('problems.mine.staffTitle')}>
        <p>{t('problems.mine.staffText')}</p>
      </Note>
    )
  }
  if (resolution === 'MOVED' && moved_to_label !== null) {
    return (
      <>
        <Note tone="good" title={t('problems.mine.moved', { label: moved_to_label })}>
          <p>{t('problems.mine.movedText')}</p>
          <div className={css.noteAction}>
            <Button component={Link} href={`/me/reservations/${moved_reservation_id}`}>
              {t('problems.mine.pass')}
            </Button>
          </div>
        </Note>
        <DriverGates lot_id={problem.lot_id} zone={problem.time_zone} open_only />
      </>
    )
  }
  if (resolution === 'REFUNDED') {
    return (
      <Note tone="good" title={t('problems.mine.refunded')}>
        <p>{t('problems.mine.refundedText')}</p>
      </Note>
    )
  }
  if (status === 'OPEN') return null
  return (
    <Note
      tone={status === 'RESOLVED' ? 'good' : 'plain'}
      title={status === 'RESOLVED' ? t('problems.mine.settled') : t('problems.mine.dismissed')}
    >
      {answer ? (
        <p className={css.said}>
          <bdi>{answer}</bdi>
        </p>
      ) : null}
    </Note>
  )
}
