import Head from 'next/head'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { type AuthProps, authProps } from '@/features/identity/auth/auth-props.ts'
import { SignUpForm } from '@/features/identity/auth/sign-up-form.tsx'
import { words } from '@/words/index.ts'

export const getServerSideProps = authProps

export default function SignUp({ next, outbox }: AuthProps) {
  return (
    <>
      <Head>
        <title>{`${words.auth.signUp} · ${words.common.product}`}</title>
      </Head>
      <AuthFrame title={words.auth.signUpTitle}>
        <SignUpForm next={next} outbox={outbox} />
      </AuthFrame>
    </>
  )
}
