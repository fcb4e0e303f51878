'use client'
import { Button, Image, Modal, TextInput } from '@mantine/core'
import {
  confirmSecondFactorRoute,
  getWaysInRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import css from './account.module.css'

/** Groups of four are easier to copy by eye, and apps accept the spaces. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret for the authenticator app and verifies its first code. */
export function SecondFactorDialog({
  path,
  onDone,
  onClose,
}: {
  /** The page to come back to after a sign-in that is needed first. */
  path: string
  onDone: (backup_codes: string[]) => void
  onClose: () => void
}) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const { mutate: begin, ...start } = useApiMutation(startSecondFactorRoute)
  const confirm = useApiMutation(confirmSecondFactorRoute, { refresh: [getWaysInRoute] })
  useEffect(() => begin({}), [begin])
  const field = fieldOf(confirm.error)
  return (
    <Modal opened onClose={onClose} title={t('account.second')}>
      <form
        className={css.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          confirm.mutate({ body: { code } }, { onSuccess: ({ backup_codes }) => onDone(backup_codes) })
        }}
      >
        {start.error ? <Refusal error={start.error} path={path} /> : null}
        {start.isPending ? <ListSkeleton rows={3} /> : null}
        {start.data ? (
          <>
            <p>{t('account.secondScan')}</p>
            <Image
              className={css.qr ?? ''}
              alt={t('account.secondPicture')}
              src={`data:image/svg+xml;utf8,${encodeURIComponent(start.data.qr_svg)}`}
            />
            <p className={css.quiet}>
              {t('account.secondType')}: <span className={css.code}>{inFours(start.data.secret)}</span>
            </p>
            {confirm.error && !field ? <Refusal error={confirm.error} path={path} /> : null}
            <TextInput
              label={t('account.secondCode')}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]{6}"
              maxLength={6}
              required
              withAsterisk={false}
              value={code}
              error={field?.message ?? null}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Buttons>
              <Button type="submit" loading={confirm.isPending}>
                {t('account.secondConfirm')}
              </Button>
            </Buttons>
          </>
        ) : null}
      </form>
    </Modal>
  )
}
