'use client'
import { Button } from '@mantine/core'
import { endAccountViewRoute, getAccountViewRoute } from '@openspot/contract/platform/account-views.ts'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ClockProvider, useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { forgetView, isViewing } from '@/lib/view-hint.ts'
import { Moment } from '@/ui/time.tsx'
import css from './view-banner.module.css'

/** Tells a platform admin on every page that they see the product as someone else, and ends it. */
export function ViewBanner() {
  const isOn = useSyncExternalStore(never, isViewing, () => false)
  return isOn ? (
    <ClockProvider at={undefined}>
      <Banner />
    </ClockProvider>
  ) : null
}

function Banner() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const view = useApiQuery(getAccountViewRoute, {}, { fresh: true, everySeconds: 20 })
  const end = useApiMutation(endAccountViewRoute)
  const isOver = view.data?.view === null || view.error?.status === 401
  useEffect(() => {
    if (!isOver) return
    // What is on screen is still what the other person sees.
    forgetView()
    window.location.assign('/platform')
  }, [isOver])
  const now = view.data?.view
  if (!now) return null
  return (
    <aside className={css.banner} aria-label={t('accountView.label')}>
      <IconEye size={20} aria-hidden="true" />
      <p>
        <strong>{t('accountView.viewing', { name: now.name })}</strong>
        <span>
          {t.rich('accountView.until', { time: tag(<Moment at={now.ends_at} zone={reader_zone} clock />) })}
        </span>
        {end.error ? <span role="alert">{end.error.message}</span> : null}
      </p>
      <Button
        size="xs"
        variant="white"
        color="dark"
        loading={end.isPending}
        onClick={() =>
          end.mutate(
            {},
            {
              onSuccess: () => {
                forgetView()
                window.location.assign(`/platform/users/${now.user_id}`)
              },
            },
          )
        }
      >
        {t('accountView.end')}
      </Button>
    </aside>
  )
}

/** The cookie changes only with a new page. */
const never = () => () => {}
