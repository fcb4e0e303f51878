'use client'
import { Button, Modal, PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { setPasswordRoute } from '@openspot/contract/identity/auth.ts'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { listSessionsRoute } from '@openspot/contract/identity/sessions.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Day } from '@/ui/time.tsx'
import css from './account.module.css'

export function PasswordPart({ since }: { since: string | null }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={css.way}>
      <div className={css.head}>
        <h3>{t('account.password')}</h3>
        <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
          {since ? t('account.passwordChange') : t('account.passwordSet')}
        </Button>
      </div>
      <p className={css.quiet}>
        {since
          ? t.rich('account.passwordSince', { day: tag(<Day at={since} zone={reader_zone} inside />) })
          : t('account.passwordNone')}
      </p>
      {isOpen ? <PasswordDialog has={since !== null} onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

function PasswordDialog({ has, onClose }: { has: boolean; onClose: () => void }) {
  const t = useTranslations()
  const [current, setCurrent] = useState('')
  const [password, setNew] = useState('')
  const save = useApiMutation(setPasswordRoute, { refresh: [getWaysInRoute, listSessionsRoute] })
  const field = fieldOf(save.error)
  return (
    <Modal opened onClose={onClose} title={has ? t('account.passwordChange') : t('account.passwordSet')}>
      <form
        className={css.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            { body: { password, ...(has ? { current_password: current } : {}) } },
            {
              onSuccess: () => {
                notifications.show({ message: t('account.passwordDone') })
                onClose()
              },
            },
          )
        }}
      >
        {save.error && !field ? <Refusal error={save.error} path="/me/profile" /> : null}
        {has ? (
          <PasswordInput
            label={t('account.passwordNow')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            error={field?.field === 'current_password' ? field.message : null}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        ) : null}
        <PasswordInput
          label={t('account.passwordNew')}
          description={t('account.passwordHint')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={10}
          maxLength={200}
          value={password}
          error={field?.field === 'password' ? field.message : null}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        <Buttons>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Buttons>
      </form>
    </Modal>
  )
}
