'use client'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './booking.module.css'

/** Who books, for a visitor who is not known yet: as a guest, or with their account. */
export function WhoPart({
  signsIn,
  onSignIn,
  guest,
  onSubmit,
  signIn,
}: {
  signsIn: boolean
  onSignIn: (signsIn: boolean) => void
  /** The form of a guest. */
  guest: ReactNode
  /** The Enter key in that form. */
  onSubmit: () => void
  /** The form of someone who has an account. */
  signIn: ReactNode
}) {
  const t = useTranslations()
  return (
    <section className={css.part}>
      <h2>{signsIn ? t('booking.signInTitle') : t('booking.whoTitle')}</h2>
      <p className={css.quiet}>{signsIn ? t('booking.signInText') : t('booking.guestText')}</p>
      {signsIn ? signIn : <div onSubmit={onSubmit}>{guest}</div>}
      <p className={css.other}>
        {signsIn ? null : <span>{t('booking.haveAccount')}</span>}
        <Button variant="subtle" size="compact-md" onClick={() => onSignIn(!signsIn)}>
          {signsIn ? t('booking.asGuest') : t('common.signIn')}
        </Button>
      </p>
    </section>
  )
}
