'use client'
import { getLotSetupRoute } from '@openspot/contract/lots/lot-setup.ts'
import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './setup-bar.module.css'
import { nextStep, stepPath } from './step-paths.ts'

/** The progress of a new lot and its next step, above every page of the console until it is approved and can be booked. */
export function SetupBar({ lot_id }: { lot_id: string }) {
  const t = useTranslations()
  const path = usePathname()
  const answer = useApiQuery(getLotSetupRoute, { params: { lot_id } }, { client: 'admin', everySeconds: 15 })
  const { refetch } = answer
  // What was done on one page shows on the next.
  useEffect(() => {
    if (path) void refetch()
  }, [path, refetch])
  // Nearly every change that an owner makes while setting up may complete a step.
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') void refetch()
      }),
    [queries, refetch],
  )
  const setup = answer.data
  const open = setup?.steps.filter(({ is_required, is_done }) => is_required && !is_done) ?? []
  const isNew = setup?.trust_level === 'NEW' || open.some(({ step }) => step === 'SPOTS' || step === 'PRICE')
  if (!setup || setup.is_retired || open.length === 0 || !isNew || path === `/lots/${lot_id}/setup`)
    return null
  const next = nextStep(setup)
  const done = setup.steps.filter(({ is_done }) => is_done).length
  return (
    <nav className={css.bar} aria-label={t('lotSetup.bar')}>
      <Link href={`/lots/${lot_id}/setup`}>
        {t('lotSetup.progress', { done, count: setup.steps.length })}
      </Link>
      <progress className={css.progress} value={done} max={setup.steps.length} aria-hidden="true" />
      {next && stepPath(lot_id, next) !== path ? (
        <Link href={stepPath(lot_id, next)} className={css.next}>
          {t('lotSetup.next', { step: t(`lotSetup.steps.${next}.title`) })}
        </Link>
      ) : null}
    </nav>
  )
}
