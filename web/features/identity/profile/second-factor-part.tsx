'use client'
import { Button } from '@mantine/core'
import {
  getWaysInRoute,
  removeSecondFactorRoute,
  renewBackupCodesRoute,
  type WaysIn,
} from '@openspot/contract/identity/second-factors.ts'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Day } from '@/ui/time.tsx'
import css from './account.module.css'
import { CodesDialog } from './codes-dialog.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'

export function SecondFactorPart({ state }: { state: WaysIn['second_factor'] }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const router = useRouter()
  const { isAsked, path, back } = useAsked()
  const [isStarting, setIsStarting] = useState(isAsked && state === null)
  const [isStopping, setIsStopping] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const stop = useApiMutation(removeSecondFactorRoute, { refresh: [getWaysInRoute] })
  const renew = useApiMutation(renewBackupCodesRoute, { refresh: [getWaysInRoute] })
  const refused = stop.error ?? renew.error
  return (
    <div className={css.way}>
      <div className={css.head}>
        <h3>{t('account.second')}</h3>
        {state ? null : (
          <Button variant="default" size="sm" onClick={() => setIsStarting(true)}>
            {t('account.secondStart')}
          </Button>
        )}
      </div>
      <p className={css.quiet}>
        {state ? (
          <>
            {t.rich('account.secondSince', {
              day: tag(<Day at={state.since} zone={reader_zone} inside />),
            })}
            {' · '}
            {t('account.secondLeft', { count: state.backup_codes_left })}
          </>
        ) : (
          t('account.secondNone')
        )}
      </p>
      {refused ? <Refusal error={refused} path={path} /> : null}
      {state ? (
        <Buttons>
          <Button
            variant="default"
            size="sm"
            loading={renew.isPending}
            onClick={() => renew.mutate({}, { onSuccess: ({ backup_codes }) => setCodes(backup_codes) })}
          >
            {t('account.codesNew')}
          </Button>
          <Button variant="default" size="sm" onClick={() => setIsStopping(true)}>
            {t('account.secondStop')}
          </Button>
        </Buttons>
      ) : null}
      {isStarting ? (
        <SecondFactorDialog
          path={path}
          onDone={(made) => {
            setIsStarting(false)
            setCodes(made)
          }}
          onClose={() => setIsStarting(false)}
        />
      ) : null}
      {codes ? (
        <CodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null)
            if (back !== null) router.push(back)
          }}
        />
      ) : null}
      <ConfirmDialog
        title={t('account.secondStopTitle')}
        text={t('account.secondStopText')}
        opened={isStopping}
        isBusy={stop.isPending}
        error={null}
        yes={t('account.secondStop')}
        no={t('account.keep')}
        onYes={() => stop.mutate({}, { onSettled: () => setIsStopping(false) })}
        onClose={() => setIsStopping(false)}
      />
    </div>
  )
}

/** Whether a link asks to turn it on, the path that asks the same, and where to go once it is on: back to a user of the platform console. */
function useAsked(): { isAsked: boolean; path: string; back: string | null } {
  const params = useSearchParams()
  const user_id = params?.get('back_to_user') ?? ''
  const isUser = /^[0-9a-f-]{36}$/.test(user_id)
  return {
    isAsked: params?.get('second_factor') === 'start',
    path: isUser ? `/me/profile?second_factor=start&back_to_user=${user_id}` : '/me/profile',
    back: isUser ? `/platform/users/${user_id}` : null,
  }
}
