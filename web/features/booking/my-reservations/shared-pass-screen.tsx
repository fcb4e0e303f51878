'use client'
import { getSharedPassRoute, type SharedPass } from '@openspot/contract/booking/shared-passes.ts'
import { useTranslations } from 'use-intl'
import { useAsOf, useKeepPass } from '@/lib/offline/use-kept-pass.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { ErrorState } from '@/ui/states.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Pass } from './pass.tsx'
import css from './reservations.module.css'

/** A pass that its driver shared. It shows where and when, and changes nothing. */
export function SharedPassScreen({ pass_token, initial }: { pass_token: string; initial: SharedPass }) {
  const t = useTranslations()
  const answer = useApiQuery(
    getSharedPassRoute,
    { params: { pass_token } },
    { initialData: initial, everySeconds: 60 },
  )
  const { is_offline, as_of } = useAsOf(answer)
  const pass = answer.data ?? initial
  useKeepPass(
    '/pass',
    is_offline
      ? null
      : {
          id: 'shared',
          user_id: null,
          version: JSON.stringify([pass.status, pass.starts_at, pass.ends_at, pass.spot_id]),
        },
  )
  // The driver ended the sharing, or the reservation is long over.
  if (answer.error?.status === 404) {
    return <ErrorState error={answer.error} />
  }
  return (
    <div className={css.stack}>
      {is_offline ? <OfflineNote as_of={as_of} zone={pass.lot.time_zone} /> : null}
      <Pass reservation={pass} pass_token={pass_token} heading="h1" />
      <p className={css.quiet}>{t('sharedPass.onPage')}</p>
    </div>
  )
}
