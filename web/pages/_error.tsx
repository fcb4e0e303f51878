import type { NextPageContext } from 'next'
import { StatusPage } from '@/ui/status-page.tsx'

/** What Next shows for a status it answers itself: 400 for an address it cannot read, 405 for a wrong verb. */
export default function ErrorOfNext({ status }: { status: number }) {
  return <StatusPage status={status} />
}

ErrorOfNext.getInitialProps = ({ res, err }: NextPageContext) => ({
  status: res?.statusCode ?? err?.statusCode ?? 404,
})
