import Head from 'next/head'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { type AuthProps, authProps } from '@/features/identity/auth/auth-props.ts'
import { SignInForm } from '@/features/identity/auth/sign-in-form.tsx'
import { words } from '@/words/index.ts'

export const getServerSideProps = authProps

export default function SignIn({ next, outbox }: AuthProps) {
  return (
    <>
      <Head>
        <title>{`${words.auth.signIn} · ${words.common.product}`}</title>
      </Head>
      <AuthFrame title={words.auth.signInTitle}>
        <SignInForm next={next} outbox={outbox} />
      </AuthFrame>
    </>
  )
}
