import { Anchor } from '@mantine/core'
import Head from 'next/head'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import css from '@/features/identity/auth/auth.module.css'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { type AuthProps, authProps } from '@/features/identity/auth/auth-props.ts'
import { PhoneSignIn } from '@/features/identity/auth/phone-sign-in.tsx'

export const getServerSideProps = authProps

export default function SignInWithPhone({ next, outbox }: AuthProps) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('phoneCode.signInTitle')} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={t('phoneCode.signInTitle')}>
        <PhoneSignIn
          next={next}
          outbox={outbox}
          aside={
            <p className={css.aside}>
              <Anchor component={Link} href={`/sign-in?next=${encodeURIComponent(next)}`}>
                {t('phoneCode.useEmail')}
              </Anchor>
            </p>
          }
        />
      </AuthFrame>
    </>
  )
}
