'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import css from './setup.module.css'

const next = `next=${encodeURIComponent('/setup')}`

/** Nobody is signed in. */
export function SetupSignIn() {
  const t = useTranslations()
  return (
    <div className={css.form}>
      <p>{t('setup.text')}</p>
      <p className={css.aside}>{t('setup.signInText')}</p>
      <Button component={Link} href={`/sign-up?${next}`} h={48}>
        {t('auth.signUp')}
      </Button>
      <Button component={Link} href={`/sign-in?${next}`} variant="default" h={48}>
        {t('auth.signIn')}
      </Button>
    </div>
  )
}

/** There is a platform admin already. */
export function SetupClosed() {
  const t = useTranslations()
  return (
    <div className={css.form}>
      <p className={css.aside}>{t('setup.closedText')}</p>
      <Button component={Link} href="/" variant="default" h={48}>
        {t('setup.home')}
      </Button>
    </div>
  )
}
