import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { type AuthProps, authProps } from '@/features/identity/auth/auth-props.ts'
import { SignUpForm } from '@/features/identity/auth/sign-up-form.tsx'

export const getServerSideProps = authProps

export default function SignUp({ next, outbox }: AuthProps) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.signUp')} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={t('auth.signUpTitle')}>
        <SignUpForm next={next} outbox={outbox} />
      </AuthFrame>
    </>
  )
}
