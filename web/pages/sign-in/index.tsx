import { listOutbox } from '@openspot/contract/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { AuthFrame } from '@/features/auth/auth-frame.tsx'
import { SignInForm } from '@/features/auth/sign-in-form.tsx'
import { whereNext } from '@/features/auth/where-next.ts'
import { nowIso } from '@/lib/clock.ts'
import { askFor } from '@/lib/server-api.ts'
import { words } from '@/words/index.ts'

interface Props {
  now: string
  next: string
  outbox: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req }) => {
  const outbox = await askFor(req.headers, listOutbox, { query: { limit: 1 } })
  return { props: { now: nowIso(), next: whereNext(query.next), outbox: outbox.ok } }
}

export default function SignIn({ next, outbox }: Props) {
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
