import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { OpenGuestLink } from '@/features/identity/auth/open-guest-link.tsx'
import { nowIso } from '@/lib/clock.ts'

export const getServerSideProps: GetServerSideProps<{ now: string }> = async ({ res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  return { props: { now: nowIso() } }
}

/** The target of the links in a guest's emails and texts. */
export default function Guest() {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.guestOpenTitle')} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={t('auth.guestOpenTitle')}>
        <OpenGuestLink />
      </AuthFrame>
    </>
  )
}
