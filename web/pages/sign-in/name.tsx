import { getMeRoute, type Me } from '@openspot/contract/identity/users.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { NameForm } from '@/features/identity/auth/name-form.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props {
  now: string
  next: string
  me: Me
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req }) => {
  const me = await fetchForPage(req.headers, getMeRoute, {})
  if (!me.ok) return { redirect: { destination: '/sign-in', permanent: false } }
  return { props: { now: nowIso(), next: nextPath(query.next), me: me.data } }
}

/** Asks a person who signed up with a phone number for their name. */
export default function Name({ next, me }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('phoneCode.nameTitle')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={t('phoneCode.nameTitle')}>
        <NameForm me={me} next={next} />
      </AuthFrame>
    </>
  )
}
