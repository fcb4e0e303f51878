import { getMeRoute, type Me } from '@openspot/contract/identity/users.ts'
import { getSetupRoute } from '@openspot/contract/platform/admins.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { SetupScreen } from '@/features/platform/setup/setup-screen.tsx'
import { SetupClosed } from '@/features/platform/setup/setup-states.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props {
  now: string
  is_open: boolean
  /** Null if nobody is signed in. */
  me: Me | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const [setup, me] = await Promise.all([
    fetchForPage(req.headers, getSetupRoute, {}),
    fetchForPage(req.headers, getMeRoute, {}),
  ])
  return {
    props: { now: nowIso(), is_open: setup.ok && setup.data.is_open, me: me.ok ? me.data : null },
  }
}

/** Makes the operator the first platform admin of an installation. */
export default function Setup({ is_open, me }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('setup.title')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={is_open ? t('setup.title') : t('setup.closedTitle')}>
        {is_open ? <SetupScreen first={me} /> : <SetupClosed />}
      </AuthFrame>
    </>
  )
}
