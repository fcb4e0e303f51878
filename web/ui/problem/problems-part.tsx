'use client'
import { Button } from '@mantine/core'
import { listMyProblemsRoute } from '@openspot/contract/operations/problems.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './problems-part.module.css'

/** The reports about a reservation, and the link to a new one. */
export function ProblemsPart({
  reservation_id,
  can_report,
}: {
  reservation_id: string
  can_report: boolean
}) {
  const t = useTranslations()
  const answer = useApiQuery(listMyProblemsRoute, { query: { reservation_id } })
  const items = answer.data?.items ?? []
  if (items.length === 0 && !can_report) return null
  return (
    <section className={css.part}>
      {items.map((problem) => (
        <Link key={problem.id} href={`/me/problems/${problem.id}`} prefetch={false} className={css.report}>
          {t(`problems.kinds.${problem.kind}`)}
          <span>{t(`problems.statuses.${problem.status}`)}</span>
        </Link>
      ))}
      {can_report ? (
        <Button component={Link} variant="default" href={`/me/reservations/${reservation_id}/problem`} h={48}>
          {t('problems.report.link')}
        </Button>
      ) : null}
    </section>
  )
}
