import { Anchor, Button } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/** Shown after sign-up: the account awaits the emailed link, and booking continues without it. */
export function CheckEmail({ email, next, outbox }: { email: string; next: string; outbox: boolean }) {
  const t = useTranslations()
  return (
    <div className={css.form}>
      <Note tone="good" title={t('auth.checkEmailTitle')}>
        <p>{t('auth.checkEmailText', { email })}</p>
        {outbox ? (
          <Anchor component={Link} href={`/outbox?to_address=${encodeURIComponent(email)}`}>
            {t('auth.toLocalMailbox')}
          </Anchor>
        ) : null}
      </Note>
      <Button h={48} onClick={() => continueSignedIn(next)}>
        {t('auth.checkEmailGo')}
      </Button>
    </div>
  )
}
