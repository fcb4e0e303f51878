import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { AuthFrame } from '@/features/auth/auth-frame.tsx'
import { SignUpForm } from '@/features/auth/sign-up-form.tsx'
import { whereNext } from '@/features/auth/where-next.ts'
import { nowIso } from '@/lib/clock.ts'
import { words } from '@/words/index.ts'

interface Props {
  now: string
  next: string
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query }) => ({
  props: { now: nowIso(), next: whereNext(query.next) },
})

export default function SignUp({ next }: Props) {
  return (
    <>
      <Head>
        <title>{`${words.auth.signUp} · ${words.common.product}`}</title>
      </Head>
      <AuthFrame title={words.auth.signUpTitle}>
        <SignUpForm next={next} />
      </AuthFrame>
    </>
  )
}
