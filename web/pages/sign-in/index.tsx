import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { type AuthProps, authProps } from '@/features/identity/auth/auth-props.ts'
import { SignInForm } from '@/features/identity/auth/sign-in-form.tsx'

export const getServerSideProps = authProps

export default function SignIn({ next, outbox }: AuthProps) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.signIn')} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={t('auth.signInTitle')}>
        <SignInForm next={next} outbox={outbox} />
      </AuthFrame>
    </>
  )
}
