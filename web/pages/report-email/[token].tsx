import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { ReportForm } from '@/features/platform/email-reports/report-form.tsx'
import { nowIso } from '@/lib/clock.ts'

interface Props {
  now: string
  token: string
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  return { props: { now: nowIso(), token: String(params?.token).slice(0, 200) } }
}

/**
 * The target of the link below an invitation. Nothing is reported until the button is pressed, because mail programs
 * open links.
 */
export default function ReportEmail({ token }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('emailReports.title')} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={t('emailReports.title')}>
        <ReportForm token={token} />
      </AuthFrame>
    </>
  )
}
