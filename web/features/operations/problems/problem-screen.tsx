'use client'
import { getProblemRoute, type StaffProblem } from '@openspot/contract/operations/problems.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Photos } from '@/ui/photo/photos.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { FindingPart } from './finding-part.tsx'
import { PlatePart } from './plate-part.tsx'
import css from './problems.module.css'
import { problemTones } from './problems-screen.tsx'
import { ResolutionPart } from './resolution-part.tsx'

/** One problem: what was reported, what a patroller found, and how it was resolved. */
export function ProblemScreen({ lot, initial }: { lot: ConsoleLot; initial: StaffProblem }) {
  const t = useTranslations()
  const params = { problem_id: initial.id }
  const answer = useApiQuery(
    getProblemRoute,
    { params },
    { client: 'admin', initialData: { mine: null, staff: initial } },
  )
  useLotEvents(lot.id, [getProblemRoute])
  const problem = answer.data?.staff ?? initial
  const { status, reservation_id, text, photos } = problem
  return (
    <div className={css.screen}>
      <PageHead
        back={<Link href={`/lots/${lot.id}/problems`}>{t('problems.one.back')}</Link>}
        title={t(`problems.staffKinds.${problem.kind}`)}
        action={<StatusWord tone={problemTones[status]}>{t(`problems.statuses.${status}`)}</StatusWord>}
      />
      <div className={css.parts}>
        <Panel title={t('problems.one.reported')}>
          <Facts
            items={[
              [t('problems.one.reporter'), problem.reporter_name],
              [t('problems.one.time'), <Moment key="at" at={problem.created_at} zone={lot.time_zone} />],
              [t('problems.one.spot'), problem.spot_label],
              [
                t('problems.one.reservation'),
                reservation_id ? (
                  <Link key="reservation" href={`/lots/${lot.id}/reservations/${reservation_id}`}>
                    {t('problems.one.viewReservation')}
                  </Link>
                ) : null,
              ],
              [
                t('problems.one.said'),
                text ? (
                  <span key="said" className={css.said}>
                    <bdi>{text}</bdi>
                  </span>
                ) : null,
              ],
              [t('problems.one.photos'), photos.length > 0 ? <Photos key="photos" photos={photos} /> : null],
            ]}
          />
        </Panel>
        <PlatePart lot={lot} problem={problem} />
        <FindingPart lot={lot} problem={problem} />
        <ResolutionPart lot={lot} problem={problem} />
      </div>
    </div>
  )
}
