import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { errorTitle } from '@/ui/error-text.ts'
import { ErrorPage } from './error-page.tsx'

/** A generic error page of the pages router, including its tab title. */
export function StatusPage({ status }: { status: number }) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{errorTitle(t, status)}</title>
      </Head>
      <ErrorPage status={status} />
    </>
  )
}

/** Responds with the status that the page shows. */
export const answerWith =
  (status: number): GetServerSideProps =>
  async ({ res }) => {
    res.statusCode = status
    return { props: {} }
  }
